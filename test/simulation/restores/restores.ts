import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { deployedTableName } from '#runtime/wire/store.ts';
import type { ContinuedLedgers, PoolPosition } from '#app/operator/continue-ledgers.ts';
import { removeAgain } from '../actors/people.ts';
import { Crashed } from '../scheduler/scheduler.ts';
import type { World } from '../start/world.ts';

/** Tables come back as they were so long ago at most: also as they were before entries that were sealed and signed since. */
const longestBackMs = 180 * minuteMs;
/** Nothing answers for so long, while tables are restored and imported. */
const outageMs = 40 * minuteMs;
/** Work that was due meanwhile is made up for in this time. */
const catchUpMs = 4 * hourMs;
const retryMs = minuteMs;
/** Of a call that is ended by a fault, so many pools are looked at again. */
const poolsPerCall = 100;
/** After so many tries no fault by chance ends what an operator does. */
const triesWithFaults = 5;

/**
 * An operator who restores Core and Ledger to an instant some minutes ago, by the steps of docs/runbook/restoring.md. The
 * table of credentials stays as it is, and so does everything outside of the tables.
 */
export class Restores {
  readonly #world: World;
  count = 0;
  /** The ledgers that continue after a signed restoration. */
  continued = 0;
  #endsAt = 0;
  #isUnderWay = false;
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
  async #invoke(name: string, input: object): Promise<unknown> {
    const { faults, cloud } = this.#world;
    const { functions } = cloud;
    const [arn = ''] = [...functions.plans].find(([, { bundle }]) => bundle === name) ?? [];
    for (let tries = 1; ; tries += 1) {
      faults.isPaused = tries > triesWithFaults;
      const { failed, payload } = await functions
        .invoke(arn, JSON.stringify(input))
        .finally(() => (faults.isPaused = false));
      if (!failed) return JSON.parse(payload);
      await this.#world.scheduler.sleep(retryMs);
    }
  }

  /** Has restorations stated for the ledgers that lost signed seals. None may be refused: the tables are those of then. */
  async #continueLedgers(restoredTo: string): Promise<void> {
    const continued = new Set<string>();
    let from: PoolPosition | undefined;
    for (;;) {
      const input = { restoredTo, pools: poolsPerCall, ...(from && { from }) };
      const answer = (await this.#invoke('continue-ledgers', input)) as ContinuedLedgers;
      const [first] = answer.refused;
      if (first) throw new Error(`${first.pool} of ${first.accountId} is not continued: ${first.refused}`);
      // An answer also has what an earlier call stated.
      for (const { accountId, pool } of answer.continued) continued.add(`${pool} of ${accountId}`);
      from = answer.next;
      if (answer.finished) return void (this.continued += continued.size);
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
    await this.#continueLedgers(restoredTo);
    await this.#invoke('reapply-erasures', { restoredTo });
    cloud.hasSchedules = true;
    api.isStopped = false;
    world.stripe.resend(instant);
    this.#removeAgain();
    world.lateUntil = scheduler.now + catchUpMs;
    this.count += 1;
    this.#isUnderWay = false;
  }

  /** Tells organizations whom they had removed, so that they do so again. */
  #removeAgain(): void {
    const { scheduler, credentials } = this.#world;
    for (const { organization, person } of credentials.backAgain.splice(0))
      scheduler
        .start({ name: `actor ${organization.taint}` }, () => removeAgain(this.#world, organization, person))
        .catch((error: unknown) => {
          if (!(error instanceof Crashed)) scheduler.fail(error);
        });
  }

  /** Ledgers are sealed after midnight, so that about every second instant is in the hour before. */
  #planned(afterMs: number): number {
    const { scheduler } = this.#world;
    const at = scheduler.now + afterMs;
    const midnight = at - (at % dayMs) + dayMs;
    const isLate = midnight + longestBackMs + outageMs > this.#endsAt;
    return isLate || scheduler.draw(2) < 1
      ? afterMs
      : Math.max(0, midnight - scheduler.draw(hourMs) - scheduler.now);
  }

  #plan(): void {
    const { scheduler } = this.#world;
    const instant = scheduler.now;
    // What begins late would not be over at the end.
    if (instant + longestBackMs + outageMs > this.#endsAt) return;
    const back = this.#keep();
    scheduler.after(3 * minuteMs + scheduler.draw(longestBackMs - 3 * minuteMs), () => {
      // There is one operator.
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      this.#world.lateUntil = scheduler.now + outageMs + catchUpMs;
      scheduler
        .start({ name: 'operator' }, () => this.#restore(back, instant))
        .catch((error: unknown) => scheduler.fail(error));
    });
  }

  /** Restores so many times, spread over the days of a world. */
  begin({ count, days }: { count: number; days: number }): void {
    const { scheduler } = this.#world;
    this.#endsAt = scheduler.now + days * dayMs;
    const apartMs = (days * dayMs) / count;
    scheduler.begin('restores', () => {
      for (let number = 0; number < count; number += 1)
        scheduler.after(this.#planned(apartMs * (number + 0.4) + scheduler.draw(apartMs / 4)), () =>
          this.#plan(),
        );
    });
  }
}
