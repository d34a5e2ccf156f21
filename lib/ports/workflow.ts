/** The scan workflow. Starting one that runs already, or stopping one that ended, is success. */
export interface WorkflowStarter {
  start(scan: { organizationId: string; scanId: string }): Promise<void>;
}

export interface WorkflowStopper {
  stop(scan: { scanId: string }, cause: string): Promise<void>;
}
