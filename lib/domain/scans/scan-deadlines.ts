/** When the sweep looks at an active scan. All in milliseconds. */
export const deadlines = {
  /** A queued scan that nobody started by then is started by the sweep. */
  startMs: 2 * 60_000,
  /** The workflow's own time-out; a running scan that is older has lost its workflow. */
  workflowMs: 45 * 60_000,
  /** Grace between the workflow's time-out and the sweep's, so that the workflow can report first. */
  graceMs: 5 * 60_000,
} as const;
