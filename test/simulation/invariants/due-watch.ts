import type { Database } from '../cloud/database/database.ts';
import type { Report } from './violation.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The time in which the due work of each part of the queue is promised to be done; it may take twice as long. */
const promises: Readonly<Record<string, number>> = {
  '': 15 * minuteMs,
  paymentAccount: 15 * minuteMs,
  mail: 5 * minuteMs,
  event: 5 * minuteMs,
  subscriber: 5 * minuteMs,
  refusal: 5 * minuteMs,
  waiver: hourMs,
};

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
      const promised = promises[dueQueue.replace(/\d$/, '')];
      const late = now - Date.parse(dueAt);
      if (promised !== undefined && late > 2 * promised + slackMs)
        report('liveness', `${String(pk)} ${String(sk)} is due since ${dueAt}`);
    }
};
