import { InvokeCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Functions } from '@scangate/emulator-aws/lambda/functions';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { startLambda } from '@scangate/emulator-aws/lambda/service';
import { openPool, type Pool } from '@scangate/emulator-aws/lambda/worker-pool';
import { clientOf, openFixture, openWorkbench, type Workbench } from '../workbench.ts';
import { writeFileSync } from 'node:fs';
import type { CloudPlan, FunctionPlan } from '@scangate/emulator-aws/template/cloud-plan';

let bench: Workbench;
let functions: Functions;
let plan: CloudPlan;
let server: LocalServer;
let client: LambdaClient;
const pools: Pool[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
  ({ functions, plan } = await openFixture(bench, { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }));
  server = await startLambda(functions, bench.context);
  client = new LambdaClient(clientOf(server.url));
});
afterAll(async () => {
  client.destroy();
  await server.close();
  await functions.close();
  await Promise.all(pools.map((pool) => pool.close()));
  await bench.close();
});

const invoke = async (FunctionName: string, event: unknown, more = {}) => {
  const sent = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event), ...more });
  const { Payload, FunctionError, StatusCode } = await client.send(sent);
  return {
    answer: JSON.parse(Payload?.transformToString() || 'null') as Record<string, unknown>,
    FunctionError,
    StatusCode,
  };
};

/** Opens a pool of workers for a function with this source. */
const poolOf = (source: string, more: Partial<FunctionPlan> = {}, idleMs = 60_000) => {
  const name = `own-${pools.length}`;
  const bundle = bench.folder.within('own', `${name}.mjs`);
  writeFileSync(bundle, source);
  const pool = openPool({
    plan: { ...(plan.functions[0] as FunctionPlan), name, bundle: name, exported: 'handler', ...more },
    bundle,
    compiled: bench.folder.within('compiled'),
    environment: { ONLY: 'this' },
    clock: bench.clock.shared,
    logFile: bench.folder.within('logs', `${name}.log`),
    size: 2,
    idleMs,
  });
  pools.push(pool);
  return {
    run: async (event: unknown) => {
      const chunks: Uint8Array[] = [];
      const outcome = await pool.run(JSON.stringify(event), async (bytes) => void chunks.push(bytes));
      return { ...outcome, value: JSON.parse(outcome.payload || 'null') as never, chunks };
    },
    workers: () => pool.workers,
    log: () => readFileSync(bench.folder.within('logs', `${name}.log`), 'utf8'),
  };
};

test('a function is invoked by the name of its alias, and by no other alias', async () => {
  expect((await invoke('fixture-task:live', { item: 1 })).answer['item']).toBe(1);
  await expect(invoke('fixture-task:other', {})).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('a function is invoked by name or ARN and returns JSON', async () => {
  const { answer, FunctionError } = await invoke('fixture-task', { item: 1 });
  expect([answer['item'], FunctionError]).toEqual([1, undefined]);
  const arn = plan.functions.find((one) => one.bundle === 'task')?.arn ?? '';
  expect((await invoke(arn, { item: 2 })).answer['item']).toBe(2);
});

test('an error has status 200, X-Amz-Function-Error and its name', async () => {
  const { answer, FunctionError, StatusCode } = await invoke('fixture-task', { do: 'foreseen' });
  expect({ FunctionError, StatusCode }).toEqual({ FunctionError: 'Unhandled', StatusCode: 200 });
  expect(answer).toMatchObject({ errorType: 'Foreseen', errorMessage: 'known', trace: expect.any(Array) });
});

test('unknown functions and other operations are refused', async () => {
  await expect(invoke('absent', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(client.send(new ListFunctionsCommand())).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});

test('an event over 6,291,456 bytes is refused, and one of exactly that size is accepted', async () => {
  const overhead = JSON.stringify({ text: '' }).length;
  const event = (bytes: number) => ({ text: 'x'.repeat(bytes - overhead) });
  expect((await invoke('fixture-task', event(6_291_456))).FunctionError).toBeUndefined();
  await expect(invoke('fixture-task', event(6_291_457))).rejects.toMatchObject({
    name: 'RequestTooLargeException',
  });
});

test('a result over 6,291,456 bytes is a function error', async () => {
  const size = (bytes: number) => invoke('fixture-echo', { queryStringParameters: { size: String(bytes) } });
  const overhead = JSON.stringify({ statusCode: 200, body: '' }).length;
  expect((await size(6_291_456 - overhead)).FunctionError).toBeUndefined();
  const { answer, FunctionError } = await size(6_291_457 - overhead);
  expect([FunctionError, answer['errorType']]).toEqual(['Unhandled', 'Function.ResponseSizeTooLarge']);
});

test('an asynchronous event is accepted at once and limited to 1 MiB', async () => {
  expect((await invoke('fixture-task', {}, { InvocationType: 'Event' })).StatusCode).toBe(202);
  const large = { text: 'x'.repeat(1_048_577) };
  await expect(invoke('fixture-task', large, { InvocationType: 'Event' })).rejects.toMatchObject({
    name: 'RequestTooLargeException',
  });
  await bench.activity.idle();
});

test('a failed asynchronous event is retried after one and after two more minutes, then no more', async () => {
  bench.faults.resetCallCounts();
  functions.invokeAsync('fixture-task', JSON.stringify({ do: 'foreseen' }));
  const calls = () => bench.faults.callCounts().find((one) => one.operation === 'task')?.calls;
  await bench.activity.idle();
  expect(calls()).toBe(1);
  await bench.clock.advanceTo(bench.clock.now() + 61_000);
  expect(calls()).toBe(2);
  await bench.clock.advanceTo(bench.clock.now() + 3_600_000);
  expect(calls()).toBe(3);
});

test('a function that exceeds its timeout is ended, and the next event gets a new environment', async () => {
  const { answer, FunctionError } = await invoke('fixture-slow', {});
  expect(FunctionError).toBe('Unhandled');
  expect(answer).toMatchObject({
    errorType: 'Sandbox.Timedout',
    errorMessage: expect.stringContaining('1.00 seconds'),
  });
});

test('functions see the emulated time in Date, and their timers keep real time', async () => {
  const ahead = bench.clock.now() + 40 * 86_400_000;
  await bench.clock.advanceTo(ahead);
  const { run } = poolOf(`export const handler = async () => {
    const before = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const made = new Date();
    return { now: before, made: made.toISOString(), given: new Date(0).getTime(), is: made instanceof Date,
      own: new made.constructor().getTime() - before, text: Date().slice(-40), elapsed: Date.now() - before };
  };`);
  const { value } = await run({});
  const seen = value as {
    now: number;
    made: string;
    given: number;
    is: boolean;
    own: number;
    elapsed: number;
  };
  expect(Math.abs(seen.now - bench.clock.now())).toBeLessThan(10_000);
  expect(Math.abs(Date.parse(seen.made) - bench.clock.now())).toBeLessThan(10_000);
  expect([seen.given, seen.is]).toEqual([0, true]);
  expect(seen.own).toBeLessThan(5000);
  expect(seen.elapsed).toBeLessThan(5000);
  expect(Date.now()).toBeLessThan(ahead - 39 * 86_400_000);
});

test('a worker runs one event at a time, and a pool runs its full number of workers', async () => {
  const { run } = poolOf(`import { threadId } from 'node:worker_threads';
    let busy = 0;
    export const handler = async ({ wait }) => {
      busy += 1;
      const seen = busy;
      await new Promise((resolve) => setTimeout(resolve, wait));
      busy -= 1;
      return { seen, threadId };
    };`);
  const values = await Promise.all(
    Array.from(
      { length: 6 },
      async () => (await run({ wait: 5 })).value as { seen: number; threadId: number },
    ),
  );
  expect(values.map(({ seen }) => seen)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(new Set(values.map(({ threadId }) => threadId)).size).toBe(2);
});

test('beyond its reserved concurrency a function is throttled, not queued', async () => {
  const echo = plan.functions.find((one) => one.bundle === 'slow') as FunctionPlan;
  echo.reservedConcurrency = 1;
  const first = functions.invoke(echo.arn, '{}');
  await expect(functions.invoke(echo.arn, '{}')).rejects.toMatchObject({ code: 'TooManyRequestsException' });
  expect((await first).failed).toBe(true);
  echo.reservedConcurrency = undefined;
});

test('when many functions are busy, idle workers make room', async () => {
  const counted = async (name: string) => (await invoke(name, { headers: {} })).FunctionError;
  for (const name of ['fixture-echo', 'fixture-task', 'fixture-authorizer', 'fixture-echo']) {
    expect(await counted(name)).toBe(undefined);
  }
  expect(functions.workers()).toBeLessThanOrEqual(3);
  const all = await Promise.all(Array.from({ length: 6 }, () => counted('fixture-task')));
  expect(all).toEqual(Array.from({ length: 6 }));
});

test('a worker that stays idle is ended, and the next event starts one', async () => {
  const { run, workers } = poolOf(`export const handler = async () => 'well';`, {}, 1);
  await run({});
  await expect.poll(workers, { timeout: 10_000 }).toBe(0);
  expect((await run({})).value).toBe('well');
});

test("a function sees its own environment and nothing of the machine's", async () => {
  const { run } = poolOf(`export const handler = async () => ({ ...process.env });`);
  expect((await run({})).value).toEqual({ ONLY: 'this' });
});

test('output of a function goes to its log, not to the console, with a report of its time', async () => {
  const { run, log } = poolOf(
    `export const handler = async () => { console.log('printed'); throw new Error('thrown'); };`,
  );
  const { failed } = await run({});
  expect(failed).toBe(true);
  await expect.poll(log, { timeout: 10_000 }).toMatch(/thrown/);
  await expect
    .poll(log, { timeout: 10_000 })
    .toMatch(/^START RequestId: .*[^]*printed[^]*END RequestId: .*\nREPORT .*\tCPU Time: [\d.]+ ms$/m);
});

test('a function that ends its process or does not load fails that event only', async () => {
  const leaving = poolOf(`export const handler = async ({ leave }) => (leave ? process.exit(3) : 'stays');`);
  expect((await leaving.run({ leave: true })).value).toMatchObject({ errorType: 'Runtime.ExitError' });
  expect((await leaving.run({})).value).toBe('stays');
  const broken = poolOf(`throw new Error('no start'); export const handler = 1;`);
  expect((await broken.run({})).value).toMatchObject({ errorMessage: 'no start' });
  const rejecting = poolOf(
    `export const handler = () => new Promise(() => { Promise.reject(new Error('unhandled')); setInterval(() => {}, 1000); });`,
  );
  expect((await rejecting.run({})).value).toMatchObject({
    errorMessage: expect.stringContaining('unhandled'),
  });
});

test('a function that exceeds its memory is ended', async () => {
  const source = `export const handler = async () => {
    const kept = Array.from({ length: 200 }, (_, index) => new Array(100_000).fill(index + 0.5));
    return kept.length;
  };`;
  const { run } = poolOf(source, { memoryMb: 32 });
  expect((await run({})).value).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
  expect((await poolOf(source, { memoryMb: 1024 }).run({})).value).toBe(200);
});

test('the context has the name, the request id and the remaining time', async () => {
  const { run } = poolOf(
    `export const handler = async (event, context) => ({ name: context.functionName, left: context.getRemainingTimeInMillis(), id: context.awsRequestId });`,
    { timeoutSeconds: 7 },
  );
  const { value } = await run({});
  expect(value).toMatchObject({
    name: expect.stringContaining('own-'),
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect((value as { left: number }).left).toBeGreaterThan(1000);
  expect((value as { left: number }).left).toBeLessThanOrEqual(7000);
});

test('a streaming handler sends chunks as it writes, with the prelude in the first one', async () => {
  const { run } = poolOf(`export const handler = awslambda.streamifyResponse(async (event, stream) => {
    const out = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
    if (!event.empty) { out.write('one'); out.write('two'); }
    out.end();
  });`);
  const { chunks, payload } = await run({});
  expect(payload).toBe('');
  expect(Buffer.concat(chunks).toString()).toBe(`{"statusCode":200}${'\0'.repeat(8)}onetwo`);
  expect((await run({ empty: true })).chunks).toEqual([]);
});

test('faults are injected by the name of the function', async () => {
  bench.faults.inject({ service: 'lambda', operation: 'task', kind: 'throttle', times: 1 });
  expect((await invoke('fixture-echo', {})).FunctionError).toBeUndefined();
  await expect(invoke('fixture-task', {})).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  bench.faults.inject({ service: 'lambda', operation: 'task', kind: 'timeout_after_success', times: 1 });
  await expect(invoke('fixture-task', {})).rejects.toMatchObject({ name: 'ServiceException' });
  expect((await invoke('fixture-task', {})).FunctionError).toBeUndefined();
});
