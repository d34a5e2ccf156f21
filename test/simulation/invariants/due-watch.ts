import { queuePartition, type QueuedRecord } from '@scangate/domain/due-queue';
import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { maxMailAttempts } from '@scangate/domain/mail/outbox';
import type { Database, RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';
import type { Report } from './violation.ts';

/**
 * The time in which the due work of each queue is promised to be done; it may take twice as long. Those without one list
 * what is not due by itself: pools and recharges are watched by their accounts, organizations are all listed, and the
 * next try of a delivery waits for those before it (they have arrived at the end).
 */
const promises: Readonly<Record<QueuedRecord, number | undefined>> = {
  scan: 15 * minuteMs,
  historyScan: 15 * minuteMs,
  paymentAccount: 15 * minuteMs,
  mail: 5 * minuteMs,
  storedEvent: 5 * minuteMs,
  subscriber: 5 * minuteMs,
  refusal: 5 * minuteMs,
  endedCredentials: 5 * minuteMs,
  waiver: hourMs,
  pool: undefined,
  recharge: undefined,
  organization: undefined,
  delivery: undefined,
};

const promiseOf = new Map(
  (Object.entries(promises) as [QueuedRecord, number | undefined][]).map(([record, promised]) => [
    queuePartition(record, ''),
    promised,
  ]),
);

const promisedFor = (dueQueue: unknown): number | undefined =>
  promiseOf.get(String(dueQueue).replace(/\d$/, ''));

type Row = Item | undefined;

const isListed = (row: Row): boolean => row?.['dueQueue'] !== undefined;

/** A mail is over once it was sent, or tried as often as it ever is. */
const isMailOver = (row: Row): boolean =>
  !isListed(row) && (row?.['sentAt'] !== undefined || Number(row?.['attempts']) >= maxMailAttempts - 1);

/** Work that begins when a row is made, whatever instant the row names for it. */
interface Begun {
  /** The time from the row to the end of its work; it may take twice as long. */
  promisedMs: number;
  isOver: (row: Row) => boolean;
}

const isUnlisted = (row: Row): boolean => !isListed(row);

/** The rows whose work begins with them, by the beginning of their keys. */
const begun: Readonly<Record<string, Begun>> = {
  EVENT: { promisedMs: 5 * minuteMs, isOver: isUnlisted },
  REFUSED: { promisedMs: 5 * minuteMs, isOver: isUnlisted },
  ENDED: { promisedMs: 10 * minuteMs, isOver: isUnlisted },
  MAIL: { promisedMs: hourMs, isOver: isMailOver },
};

/** A digest of advisories waits for its day. */
const digestMs = dayMs;

const keyOf = ({ before, after }: RowChange): { pk: string; sk: string } => {
  const { pk = '', sk = '' } = (after ?? before ?? {}) as { pk?: string; sk?: string };
  return { pk, sk };
};

interface Waiting {
  since: number;
  until: number;
}

/** Watches what is to be done: from the commit that made it by the time of the world, and by what the queue says. */
export class DueWatch {
  readonly #report: Report;
  readonly #waiting = new Map<string, Waiting>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const kept = [...this.#waiting];
    return () => {
      this.#waiting.clear();
      for (const [name, waiting] of kept) this.#waiting.set(name, waiting);
    };
  }

  /** Reports work that leaves its place in the queue, done or put off, for which it waited too long. */
  #checkLeft({ before, after }: RowChange, instant: number): void {
    if (!before || !isListed(before)) return;
    const { pk, sk, dueQueue, dueAt } = before;
    if (isListed(after) && after?.['dueAt'] === dueAt) return;
    const promised = promisedFor(dueQueue);
    if (promised !== undefined && instant - Date.parse(String(dueAt)) > 2 * promised)
      this.#report(
        'liveness',
        `${String(pk)} ${String(sk)} was due at ${String(dueAt)}, and is done only now`,
      );
  }

  /** @param slackMs is added for faults under way; Infinity while everything may be late. */
  onCommit(changes: readonly RowChange[], { now, slackMs }: { now: number; slackMs: number }): void {
    for (const change of changes) {
      this.#checkLeft(change, now - slackMs);
      const { pk, sk } = keyOf(change);
      const work = begun[sk.slice(0, Math.max(0, sk.indexOf('#')))];
      if (!work) continue;
      const { before, after } = change;
      const name = `${pk} ${sk}`;
      if (!after || work.isOver(after)) this.#end(name, now - slackMs);
      if (before || !after) continue;
      if (!isListed(after)) this.#report('liveness', `${name} is in no queue`);
      const laterMs = after['kind'] === 'advisory_digest' ? digestMs : 0;
      this.#waiting.set(name, { since: now, until: now + laterMs + 2 * work.promisedMs });
    }
  }

  /** Reports work that was not done by an instant. */
  #checkUntil(name: string, { since, until }: Waiting, instant: number): void {
    if (instant > until) this.#report('liveness', `${name} waits since ${new Date(since).toISOString()}`);
  }

  #end(name: string, instant: number): void {
    const waiting = this.#waiting.get(name);
    if (waiting) this.#checkUntil(name, waiting, instant);
    this.#waiting.delete(name);
  }

  /** Reports work that nobody did for more than twice its promise. @param slackMs is added for faults under way. */
  look(database: Database, { now, slackMs }: { now: number; slackMs: number }): void {
    for (const [name, waiting] of this.#waiting) this.#checkUntil(name, waiting, now - slackMs);
    for (const table of database.tables.values())
      for (const position of table.indexes.get('dueQueue')?.all(now) ?? []) {
        const { pk, sk, dueQueue, dueAt } = table.find(position) ?? {};
        if (typeof dueQueue !== 'string' || typeof dueAt !== 'string') continue;
        const promised = promisedFor(dueQueue);
        const late = now - Date.parse(dueAt);
        if (promised !== undefined && late > 2 * promised + slackMs)
          this.#report('liveness', `${String(pk)} ${String(sk)} is due since ${dueAt}`);
      }
  }

  /** Reports what was begun and is not over, where nothing is due later. */
  checkEnd(now: number): void {
    for (const [name, { until }] of this.#waiting)
      if (now > until) this.#report('liveness', `${name} is not done at the end`);
  }
}
