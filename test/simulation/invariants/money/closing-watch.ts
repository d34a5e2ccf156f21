import { minuteMs } from '@scangate/domain/instant';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/** A charge that a process was about to make when its organization closed may still be made; none runs longer. */
const underWayMs = minuteMs;

/** The time in which an organization is closing; without an end until it is restored. */
interface Closing {
  from: number;
  until: number;
}

const attemptOf = (row: Item | undefined): unknown =>
  (row?.['attempt'] as Record<string, unknown> | undefined)?.['attemptId'];

const subscriptionsOf = (row: Item | undefined): unknown[] =>
  [row?.['subscriptionId'], row?.['addonSubscriptionId']].filter((id) => id !== undefined);

/**
 * Watches organizations that are closing: no recharge is claimed and none is paid, and no plan or add-on starts, until they
 * are restored.
 */
export class ClosingWatch {
  readonly #world: Pick<World, 'scheduler' | 'stripe'>;
  readonly #report: Report;
  readonly #closings = new Map<string, readonly Closing[]>();
  /** A restored table knows nothing of what was paid before. */
  #since = 0;

  constructor(world: Pick<World, 'scheduler' | 'stripe'>, report: Report) {
    this.#world = world;
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const known = [...this.#closings];
    return () => {
      this.#closings.clear();
      for (const [id, closings] of known) this.#closings.set(id, closings);
      this.#since = this.#world.scheduler.now;
    };
  }

  #isClosing(organizationId: string, at: number, slackMs = 0): boolean {
    const closings = this.#closings.get(organizationId) ?? [];
    return closings.some(({ from, until }) => from + slackMs < at && at < until);
  }

  #note(organizationId: string, { before, after }: RowChange, now: number): void {
    const [was, is] = [before?.['closing'] !== undefined, after?.['closing'] !== undefined];
    const closings = this.#closings.get(organizationId) ?? [];
    if (is && !was) this.#closings.set(organizationId, [...closings, { from: now, until: Infinity }]);
    // An organization that is erased is not open again.
    if (was && after && !is)
      this.#closings.set(
        organizationId,
        closings.map((one) => (one.until === Infinity ? { ...one, until: now } : one)),
      );
  }

  #noteStart(accountId: string, { before, after }: RowChange, now: number): void {
    const known = subscriptionsOf(before);
    for (const started of subscriptionsOf(after).filter((id) => !known.includes(id)))
      if (this.#isClosing(accountId, now))
        this.#report('closing', `${accountId} is closing, and starts ${String(started)}`);
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      const { before, after } = change;
      const { pk = '', sk = '' } = (after ?? before ?? {}) as { pk?: string; sk?: string };
      const [kind, id = ''] = pk.split('#');
      if (kind === 'ORG' && sk === 'ORG') this.#note(id, change, now);
      if (kind === 'ACCOUNT' && sk === 'PAYMENT') this.#noteStart(id, change, now);
      if (kind !== 'ACCOUNT' || !sk.startsWith('RECHARGE#')) continue;
      const claimed = attemptOf(after);
      if (claimed !== undefined && claimed !== attemptOf(before) && this.#isClosing(id, now))
        this.#report('closing', `${id} is closing, and ${sk} claims ${String(claimed)}`);
    }
  }

  /** Looks at what was paid. */
  checkEnd(): void {
    for (const { id, metadata, status_transitions: times } of this.#world.stripe.objects('invoice')) {
      const accountId = metadata?.['accountId'] ?? '';
      const paidAt = (times?.paid_at ?? 0) * 1_000;
      if (metadata?.['kind'] !== 'recharge' || paidAt <= this.#since) continue;
      if (this.#isClosing(accountId, paidAt, underWayMs))
        this.#report('closing', `${accountId} is closing, and paid the recharge ${String(id)}`);
    }
  }
}
