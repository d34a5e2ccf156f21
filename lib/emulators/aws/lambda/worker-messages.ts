/** What a worker thread is started with. */
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
  /** The last chunk was taken. */
  | { kind: 'taken' };

export type FromWorker =
  | { kind: 'result'; payload: string }
  | { kind: 'error'; payload: string; fatal: boolean }
  | { kind: 'chunk'; bytes: Uint8Array }
  /** The stream ended as it should. */
  | { kind: 'streamed' };
