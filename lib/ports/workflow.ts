/** Starts the scan workflow under the scan's own id; succeeds when it was started before. */
export interface WorkflowStarter {
  start(scan: { organizationId: string; scanId: string }): Promise<void>;
}

/**
 * Starts the workflow of a scan that has not begun: succeeds while its execution runs, and starts a second one,
 * `<scanId>.2`, when the first has closed.
 */
export interface WorkflowResumer {
  resume(scan: { organizationId: string; scanId: string }): Promise<void>;
}

/** Stops the scan workflow; succeeds when it has ended. */
export interface WorkflowStopper {
  /** @param scan `wasResumed` when a second execution may run. */
  stop(scan: { scanId: string; wasResumed: boolean }, cause: string): Promise<void>;
}
