import { queuePartition, type QueuedRecord } from '@scangate/domain/due-queue';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import type { Database } from '../cloud/database/database.ts';
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

/** A mail that could not be sent is tried so often at first that it is under way in this time. A digest waits for its day. */
const mailMs = 2 * hourMs;

/** Finds due work that nobody did for more than twice its promise. @param slackMs is added for faults under way. */
export const findUndone = (
  database: Database,
  { now, slackMs, report }: { now: number; slackMs: number; report: Report },
): void => {
  for (const table of database.tables.values())
    for (const position of table.indexes.get('dueQueue')?.all(now) ?? []) {
      const { pk, sk, dueQueue, dueAt, createdAt, kind } = table.find(position) ?? {};
      if (typeof dueQueue !== 'string' || typeof dueAt !== 'string') continue;
      const isMail = dueQueue.startsWith('mail') && kind !== 'advisory_digest';
      if (isMail && now - Date.parse(String(createdAt)) > mailMs)
        report('liveness', `${String(pk)} ${String(sk)} waits since ${String(createdAt)}`);
      const promised = promiseOf.get(dueQueue.replace(/\d$/, ''));
      const late = now - Date.parse(dueAt);
      if (promised !== undefined && late > 2 * promised + slackMs)
        report('liveness', `${String(pk)} ${String(sk)} is due since ${dueAt}`);
    }
};
