import { minuteMs } from '../instant.ts';
import type { Scan } from '../records.ts';

/** The times at which the sweep checks an active scan, in milliseconds. */
export const deadlines = {
  /** The sweep starts a queued scan that has no execution by then. */
  startMs: 2 * minuteMs,
  /** The time-out of the workflow; a running scan that is older has lost its execution. */
  workflowMs: 45 * minuteMs,
  /** A base is assessed, or waited for, while no more than this part of the workflow's time has passed. */
  baseMs: 20 * minuteMs,
  /** The time for assessing a base, after which another scan takes over. */
  baseClaimMs: 22 * minuteMs,
  /** The sweep waits this much longer, so that the workflow can report first. */
  graceMs: 5 * minuteMs,
  /** An execution waits this long for its scan, which is recorded while it starts. */
  recordMs: 10_000,
  /** The interval at which a task asks whether its scan still runs. */
  lookMs: 20_000,
  /** The task of a canceled scan has noticed and ended by then. */
  cancelledTaskMs: 30_000,
} as const;

/**
 * Returns whether the sweep may have started a second execution: the scan was queued for so long that the sweep
 * checked it.
 */
export const mayBeResumed = (
  { createdAt, startedAt }: Pick<Scan, 'createdAt' | 'startedAt'>,
  now: Date,
): boolean =>
  (startedAt === undefined ? now.getTime() : Date.parse(startedAt)) - Date.parse(createdAt) >=
  deadlines.startMs;
