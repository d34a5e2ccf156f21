import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FunctionPlan } from '../template/plan.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';

export interface Outcome {
  /** JSON of the result, or of `{errorType, errorMessage, trace}`. Empty after a stream. */
  payload: string;
  failed: boolean;
}

/** Takes the pieces of a streamed answer; resolves when it can take the next. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

export interface Pool {
  /** Runs one event in a worker of its own, waiting for a free one. */
  run(event: string, sink: Sink): Promise<Outcome>;
  /** Events running or waiting for a worker. */
  readonly busy: number;
  readonly workers: number;
  /** Ends a worker that has nothing to do. @returns whether there was one. */
  retireIdle(): boolean;
  close(): Promise<void>;
}

export interface PoolOptions {
  plan: FunctionPlan;
  bundle: string;
  environment: Record<string, string>;
  clock: SharedArrayBuffer;
  logFile: string;
  /** Workers at once; further events wait. */
  size: number;
  /** A worker without work ends after this. */
  idleMs: number;
  /** Told before a worker is started. */
  makeRoom?: () => void;
}

interface Thread {
  worker: Worker;
  idleTimer: NodeJS.Timeout | undefined;
  /** What the current event waits for. */
  listener: { message: (message: FromWorker) => void; ended: (why: Error) => void } | undefined;
}

const script = new URL('./worker.ts', import.meta.url);

const failure = (errorType: string, errorMessage: string): Outcome => ({
  payload: JSON.stringify({ errorType, errorMessage }),
  failed: true,
});

/** A few workers for one function, started on first use, each one event at a time. */
export const openPool = (options: PoolOptions): Pool => {
  const { plan } = options;
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const waiting: ((thread: Thread) => void)[] = [];
  let log: WriteStream | undefined;
  let busy = 0;

  const spawn = (): Thread => {
    options.makeRoom?.();
    log ??= createWriteStream(options.logFile, { flags: 'a' });
    const thread: Thread = { worker: startWorker(options, log), idleTimer: undefined, listener: undefined };
    all.add(thread);
    thread.worker.on('message', (message: FromWorker) => thread.listener?.message(message));
    thread.worker.on('error', (error: Error) => lose(thread, error));
    thread.worker.on('exit', () => lose(thread, new Error('The function ended its own process.')));
    return thread;
  };

  const lose = (thread: Thread, why: Error) => {
    if (!all.delete(thread)) return;
    clearTimeout(thread.idleTimer);
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
    thread.listener?.ended(why);
  };

  const acquire = (): Promise<Thread> => {
    const free = idle.pop();
    if (free) {
      clearTimeout(free.idleTimer);
      return Promise.resolve(free);
    }
    if (all.size < options.size) return Promise.resolve(spawn());
    return new Promise((resolve) => waiting.push(resolve));
  };

  const release = (thread: Thread) => {
    thread.listener = undefined;
    const next = waiting.shift();
    if (next) return next(all.has(thread) ? thread : spawn());
    if (!all.has(thread)) return;
    idle.push(thread);
    thread.idleTimer = setTimeout(() => retire(thread), options.idleMs);
    thread.idleTimer.unref();
  };

  const retire = (thread: Thread) => {
    lose(thread, new Error('retired'));
    return thread.worker.terminate();
  };

  return {
    get busy() {
      return busy;
    },
    get workers() {
      return all.size;
    },
    retireIdle: () => {
      const [oldest] = idle;
      if (oldest) void retire(oldest);
      return oldest !== undefined;
    },
    run: async (event, sink) => {
      busy += 1;
      const thread = await acquire();
      try {
        const { spent, ...outcome } = await runIn(thread, plan, event, sink);
        // Like Lambda, a function that timed out or could not load starts anew.
        if (spent) await retire(thread);
        return outcome;
      } finally {
        busy -= 1;
        release(thread);
      }
    },
    close: async () => {
      waiting.length = 0;
      await Promise.all([...all].map(retire));
      log?.end();
    },
  };
};

const startWorker = ({ plan, bundle, environment, clock }: PoolOptions, log: WriteStream): Worker => {
  const workerData: WorkerStart = { bundle, exported: plan.exported, clock };
  const worker = new Worker(script, {
    workerData,
    env: environment,
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

const runIn = (thread: Thread, plan: FunctionPlan, event: string, sink: Sink) =>
  new Promise<Outcome & { spent?: true }>((resolve) => {
    const requestId = randomUUID();
    const timeoutMs = plan.timeoutSeconds * 1000;
    const settle = (outcome: Outcome & { spent?: true }) => {
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
