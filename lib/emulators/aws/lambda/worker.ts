import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import type { FromWorker, InvocationContext, ToWorker, WorkerStart } from './worker-messages.ts';
import { shiftDate } from '@scangate/emulator-host/shifted-date';
import { awslambda, ResponseStream, isStreamingHandler } from './response-streaming.ts';

/** The thread in which a function runs, one event at a time, like an environment of Lambda. */

type Handler = (...args: unknown[]) => unknown;

const start = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('This module is a worker.');

shiftDate(start.clock);
// The environment with which the thread starts is hidden from functions.
for (const name of ['NODE_COMPILE_CACHE', 'NODE_COMPILE_CACHE_PORTABLE']) delete process.env[name];
Object.assign(globalThis, { awslambda });

const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const describeError = (error: unknown): string => {
  const known = error instanceof Error ? error : undefined;
  return JSON.stringify({
    errorType: known?.name ?? typeof error,
    errorMessage: known?.message ?? String(error),
    trace: (known?.stack ?? '').split('\n'),
  });
};

const load = async (): Promise<Handler> => {
  const module = (await import(pathToFileURL(start.bundle).href)) as Record<string, unknown>;
  const handler = module[start.exported];
  if (typeof handler !== 'function') throw new Error(`The bundle exports no ${start.exported}.`);
  return handler as Handler;
};
const loaded = load();
// A worker is terminated without the exit at which Node would store its compiled code.
void loaded.then(
  () => flushCompileCache(),
  () => {},
);

const contextOf = ({ timeoutMs, ...context }: InvocationContext) => {
  const endsAt = performance.now() + timeoutMs;
  return {
    ...context,
    functionVersion: '$LATEST',
    logGroupName: `/aws/lambda/${context.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  };
};

let taken: (() => void) | undefined;

const sendChunk = (bytes: Uint8Array) =>
  new Promise<void>((resolve) => {
    taken = resolve;
    post({ kind: 'chunk', bytes }, [bytes.buffer as ArrayBuffer]);
  });

const stream = async (handler: Handler, event: unknown, context: unknown): Promise<FromWorker> => {
  const responseStream = new ResponseStream(sendChunk);
  const finished = new Promise<void>((resolve, reject) => {
    responseStream.once('finish', resolve);
    responseStream.once('error', reject);
  });
  finished.catch(() => {});
  await handler(event, responseStream, context);
  await finished;
  return { kind: 'streamed' };
};

const run = async (event: string, given: InvocationContext): Promise<FromWorker> => {
  let handler: Handler;
  try {
    handler = await loaded;
  } catch (error) {
    console.error(error);
    return { kind: 'error', payload: describeError(error), fatal: true };
  }
  const context = contextOf(given);
  try {
    if (isStreamingHandler(handler)) return await stream(handler, JSON.parse(event), context);
    const result = await handler(JSON.parse(event), context);
    // The runtime sends null for a result that JSON cannot express.
    return { kind: 'result', payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    console.error(error);
    return { kind: 'error', payload: describeError(error), fatal: false };
  }
};

/** Writes the three lines that Lambda logs for an invocation, and adds the CPU time to its own figures. */
const invoke = async (event: string, given: InvocationContext): Promise<void> => {
  const { awsRequestId, memoryLimitInMB } = given;
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  console.log(`START RequestId: ${awsRequestId} Version: $LATEST`);
  const message = await run(event, given);
  const { user, system } = process.threadCpuUsage(before);
  const durationMs = performance.now() - startedAt;
  const figures = [
    `REPORT RequestId: ${awsRequestId}`,
    `Duration: ${durationMs.toFixed(2)} ms`,
    `Billed Duration: ${Math.ceil(durationMs)} ms`,
    `Memory Size: ${memoryLimitInMB} MB`,
    `CPU Time: ${((user + system) / 1000).toFixed(2)} ms`,
  ];
  console.log(`END RequestId: ${awsRequestId}\n${figures.join('\t')}`);
  post(message);
};

port.on('message', (message: ToWorker) => {
  if (message.kind === 'taken') taken?.();
  else void invoke(message.event, message.context);
});
