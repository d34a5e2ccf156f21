/** The data with which a worker thread starts. */
export interface WorkerStart {
  bundle: string;
  exported: string;
  clock: SharedArrayBuffer;
}

export interface InvocationContext {
  awsRequestId: string;
  functionName: string;
  invokedFunctionArn: string;
  memoryLimitInMB: string;
  timeoutMs: number;
}

export type ToWorker =
  | { kind: 'invoke'; event: string; context: InvocationContext }
  /** The last chunk was consumed. */
  | { kind: 'taken' };

export type FromWorker =
  | { kind: 'result'; payload: string }
  | { kind: 'error'; payload: string; fatal: boolean }
  | { kind: 'chunk'; bytes: Uint8Array }
  /** The stream ended normally. */
  | { kind: 'streamed' };
