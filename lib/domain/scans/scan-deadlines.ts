/** The times at which the sweep looks at an active scan, in milliseconds. */
export const deadlines = {
  /** The sweep starts a queued scan that has no execution by then. */
  startMs: 2 * 60_000,
  /** The time-out of the workflow; a running scan that is older has lost its execution. */
  workflowMs: 45 * 60_000,
  /** The sweep waits this much longer, so that the workflow can report first. */
  graceMs: 5 * 60_000,
} as const;
