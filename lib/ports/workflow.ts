/** Starts the scan workflow under the scan's own id; succeeds when it was already started. */
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

/** Stops the scan workflow; succeeds when it has already ended. */
export interface WorkflowStopper {
  /** @param scan `wasResumed` when there may be a second execution. */
  stop(scan: { scanId: string; wasResumed: boolean }, cause: string): Promise<void>;
}
