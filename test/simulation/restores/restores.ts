import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { deployedTableName } from '#runtime/wire/store.ts';
import { sealsBucket } from '../invariants/money/auditors-key.ts';
import type { World } from '../start/world.ts';

/** Tables come back as they were so long ago at most. */
const longestBackMs = 20 * minuteMs;
/** Nothing answers for so long, while tables are restored and imported. */
const outageMs = 40 * minuteMs;
/** Work that was due meanwhile is made up for in this time. */
const catchUpMs = 4 * hourMs;
const retryMs = minuteMs;

/**
 * An operator who restores Core and Ledger to an instant some minutes ago, by the steps of docs/runbook/restoring.md. The
 * table of credentials stays as it is, and so does everything outside of the tables.
 */
export class Restores {
  readonly #world: World;
  count = 0;
  /** The times whose writes the tables forgot. */
  readonly #forgotten: { from: number; through: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether the tables forgot what was done at an instant. */
  isForgotten(at: number): boolean {
    return this.#forgotten.some(({ from, through }) => from <= at && at <= through);
  }

  /** Keeps what comes back: the tables, and what others remember of them. */
  #keep(): () => void {
    const { cloud, keepers, organizations } = this.#world;
    const back = cloud.database.keep([deployedTableName('Core'), deployedTableName('Ledger')]);
    const others = keepers.map((keep) => keep());
    const closings = organizations.map(({ closedAt }) => closedAt);
    return () => {
      back();
      for (const other of others) other();
      for (const [index, closedAt] of closings.entries()) {
        const organization = organizations[index];
        if (organization) delete organization.closedAt;
        if (organization && closedAt !== undefined) organization.closedAt = closedAt;
      }
    };
  }

  /** Invokes a function as an operator does: until it answers. */
  async #invoke(name: string, input: object): Promise<void> {
    const { functions } = this.#world.cloud;
    const [arn = ''] = [...functions.plans].find(([, { bundle }]) => bundle === name) ?? [];
    for (;;) {
      const { failed } = await functions.invoke(arn, JSON.stringify(input));
      if (!failed) return;
      await this.#world.scheduler.sleep(retryMs);
    }
  }

  async #restore(back: () => void, instant: number): Promise<void> {
    const world = this.#world;
    const { scheduler, cloud, api } = world;
    const restoredTo = new Date(instant).toISOString();
    world.tell(`tables are restored to ${restoredTo}`);
    api.isStopped = true;
    cloud.hasSchedules = false;
    await scheduler.sleep(minuteMs + scheduler.draw(outageMs));
    const bundles = new Set([...cloud.functions.plans.values()].map(({ bundle }) => bundle));
    // What still runs goes on with the old tables, which nobody reads any more.
    scheduler.cutOff((name) => bundles.has(name), 'the tables were replaced');
    back();
    this.#forgotten.push({ from: instant, through: scheduler.now });
    await this.#invoke('reapply-erasures', { restoredTo });
    cloud.hasSchedules = true;
    api.isStopped = false;
    world.stripe.resend(instant);
    world.lateUntil = scheduler.now + catchUpMs;
    this.count += 1;
  }

  #plan(): void {
    const { scheduler } = this.#world;
    const instant = scheduler.now;
    const back = this.#keep();
    const sealed = sealsBucket(this.#world).size;
    scheduler.after(3 * minuteMs + scheduler.draw(longestBackMs - 3 * minuteMs), () => {
      // A chain of seals cannot go on from before its newest statement, so that an operator takes another instant.
      if (sealsBucket(this.#world).size > sealed) return;
      this.#world.lateUntil = scheduler.now + outageMs + catchUpMs;
      scheduler
        .start({ name: 'operator' }, () => this.#restore(back, instant))
        .catch((error: unknown) => scheduler.fail(error));
    });
  }

  /** Restores so many times, spread over the days of a world. */
  begin({ count, days }: { count: number; days: number }): void {
    const { scheduler } = this.#world;
    const apartMs = (days * dayMs) / count;
    scheduler.begin('restores', () => {
      for (let number = 0; number < count; number += 1)
        scheduler.after(apartMs * (number + 0.4) + scheduler.draw(apartMs / 4), () => this.#plan());
    });
  }
}
