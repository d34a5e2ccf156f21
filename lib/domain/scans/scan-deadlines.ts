import { minuteMs } from '../instant.ts';

/** The times at which the sweep looks at an active scan, in milliseconds. */
export const deadlines = {
  /** The sweep starts a queued scan that has no execution by then. */
  startMs: 2 * minuteMs,
  /** The time-out of the workflow; a running scan that is older has lost its execution. */
  workflowMs: 45 * minuteMs,
  /** A base is assessed, or waited for, when no more of the workflow's time has passed. */
  baseMs: 20 * minuteMs,
  /** The time in which a base is assessed, or another scan takes over. */
  baseClaimMs: 22 * minuteMs,
  /** The sweep waits this much longer, so that the workflow can report first. */
  graceMs: 5 * minuteMs,
} as const;
