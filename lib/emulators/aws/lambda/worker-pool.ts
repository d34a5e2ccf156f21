import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FunctionPlan } from '../template/cloud-plan.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

export interface InvocationResult {
  /** JSON of the result, or of `{errorType, errorMessage, trace}`. Empty after a stream. */
  payload: string;
  failed: boolean;
}

/** Receives the chunks of a streamed response; resolves when it can take the next one. */
export type ResponseSink = (bytes: Uint8Array) => Promise<void>;

export interface Pool {
  /** Runs one event in a worker, once one is free. */
  run(event: string, sink: ResponseSink): Promise<InvocationResult>;
  /** Events running or waiting for a worker. */
  readonly busy: number;
  readonly workers: number;
  /** When its longest idle worker last ran, by `performance.now()`; undefined while none is idle. */
  readonly idleSince: number | undefined;
  /** Ends the worker that is idle for the longest time, if there is one. */
  retireIdle(): void;
  close(): Promise<void>;
}

export interface PoolOptions {
  plan: FunctionPlan;
  bundle: string;
  /** Folder of compiled code, which the worker uses and adds to. */
  compiled: string;
  environment: Record<string, string>;
  clock: SharedArrayBuffer;
  logFile: string;
  /** Concurrent workers; further events wait. */
  size: number;
  /** An idle worker ends after this. */
  idleMs: number;
  /** Called before a worker starts. */
  makeRoom?: () => void;
}

interface Thread {
  worker: Worker;
  idleTimer: NodeJS.Timeout | undefined;
  idleSince: number;
  /** Listens for the end of the current event. */
  listener: { message: (message: FromWorker) => void; ended: (why: Error) => void } | undefined;
}

const script = new URL('./worker.ts', import.meta.url);

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  payload: JSON.stringify({ errorType, errorMessage }),
  failed: true,
});

class WorkerPool implements Pool {
  private readonly options: PoolOptions;
  private readonly idle: Thread[] = [];
  private readonly all = new Set<Thread>();
  private readonly waiting: ((thread: Thread) => void)[] = [];
  private log: WriteStream | undefined;
  busy = 0;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  get workers(): number {
    return this.all.size;
  }

  get idleSince(): number | undefined {
    return this.idle[0]?.idleSince;
  }

  retireIdle(): void {
    const [oldest] = this.idle;
    if (oldest) void this.retire(oldest);
  }

  async run(event: string, sink: ResponseSink): Promise<InvocationResult> {
    this.busy += 1;
    const thread = await this.acquire();
    try {
      const { spent, ...outcome } = await runIn(thread, { plan: this.options.plan, event, sink });
      // As in Lambda, a function that timed out or could not load starts in a new environment.
      if (spent) await this.retire(thread);
      return outcome;
    } finally {
      this.busy -= 1;
      this.release(thread);
    }
  }

  async close(): Promise<void> {
    this.waiting.length = 0;
    await Promise.all([...this.all].map((thread) => this.retire(thread)));
    this.log?.end();
  }

  private spawn(): Thread {
    this.options.makeRoom?.();
    // Two outputs of every worker are piped to the log, which Node reports as a leak from the sixth worker on.
    this.log ??= createWriteStream(this.options.logFile, { flags: 'a' }).setMaxListeners(0);
    const worker = startWorker(this.options, this.log);
    const thread: Thread = { worker, idleTimer: undefined, idleSince: 0, listener: undefined };
    this.all.add(thread);
    worker.on('message', (message: FromWorker) => thread.listener?.message(message));
    worker.on('error', (error: Error) => this.lose(thread, error));
    worker.on('exit', () => this.lose(thread, new Error('The function ended its own process.')));
    return thread;
  }

  private lose(thread: Thread, why: Error): void {
    if (!this.all.delete(thread)) return;
    clearTimeout(thread.idleTimer);
    const index = this.idle.indexOf(thread);
    if (index >= 0) this.idle.splice(index, 1);
    thread.listener?.ended(why);
  }

  private acquire(): Promise<Thread> {
    const free = this.idle.pop();
    if (free) {
      clearTimeout(free.idleTimer);
      return Promise.resolve(free);
    }
    if (this.all.size < this.options.size) return Promise.resolve(this.spawn());
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private release(thread: Thread): void {
    thread.listener = undefined;
    const next = this.waiting.shift();
    if (next) return next(this.all.has(thread) ? thread : this.spawn());
    if (!this.all.has(thread)) return;
    thread.idleSince = performance.now();
    this.idle.push(thread);
    thread.idleTimer = setTimeout(() => this.retire(thread), this.options.idleMs);
    thread.idleTimer.unref();
  }

  private retire(thread: Thread): Promise<number> {
    this.lose(thread, new Error('retired'));
    return thread.worker.terminate();
  }
}

/** Opens the workers of one function. They start on demand, and each runs one event at a time. */
export const openPool = (options: PoolOptions): Pool => new WorkerPool(options);

const startWorker = (
  { plan, bundle, compiled, environment, clock }: PoolOptions,
  log: WriteStream,
): Worker => {
  const workerData: WorkerStart = { bundle, exported: plan.exported, clock };
  const worker = new Worker(script, {
    workerData,
    // The paths are relative to the folder, so they are the same in every data folder. The folder also holds this
    // script.
    env: { ...environment, NODE_COMPILE_CACHE: compiled, NODE_COMPILE_CACHE_PORTABLE: '1' },
    stdout: true,
    stderr: true,
    execArgv: [],
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: plan.memoryMb },
  });
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  worker.unref();
  return worker;
};

const runIn = (
  thread: Thread,
  { plan, event, sink }: { plan: FunctionPlan; event: string; sink: ResponseSink },
) =>
  new Promise<InvocationResult & { spent?: true }>((resolve) => {
    const requestId = randomUUID();
    const timeoutMs = plan.timeoutSeconds * 1000;
    const settle = (outcome: InvocationResult & { spent?: true }) => {
      clearTimeout(timer);
      thread.listener = undefined;
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      const message = `RequestId: ${requestId} Error: Task timed out after ${plan.timeoutSeconds.toFixed(2)} seconds`;
      settle({ ...failure('Sandbox.Timedout', message), spent: true });
    }, timeoutMs);
    thread.listener = {
      message: (message) => {
        if (message.kind === 'chunk') {
          void sink(message.bytes).then(() => send(thread, { kind: 'taken' }));
        } else if (message.kind === 'streamed') settle({ payload: '', failed: false });
        else if (message.kind === 'result') settle({ payload: message.payload, failed: false });
        else settle({ payload: message.payload, failed: true, ...(message.fatal && { spent: true }) });
      },
      ended: (why) => settle(failure(endedBy(why), `RequestId: ${requestId} Error: ${why.message}`)),
    };
    const { name: functionName, arn: invokedFunctionArn, memoryMb } = plan;
    const context = {
      awsRequestId: requestId,
      functionName,
      invokedFunctionArn,
      memoryLimitInMB: String(memoryMb),
      timeoutMs,
    };
    send(thread, { kind: 'invoke', event, context });
  });

const endedBy = (why: Error): string =>
  (why as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'Runtime.OutOfMemory'
    : 'Runtime.ExitError';

const send = (thread: Thread, message: ToWorker) => thread.worker.postMessage(message, []);
