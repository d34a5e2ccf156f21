/** Starts the scan workflow; succeeds when it runs already. */
export interface WorkflowStarter {
  start(scan: { organizationId: string; scanId: string }): Promise<void>;
}

/** Stops the scan workflow; succeeds when it has ended. */
export interface WorkflowStopper {
  stop(scan: { scanId: string }, cause: string): Promise<void>;
}
