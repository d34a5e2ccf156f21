import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ServiceError } from '../../lib/local/aws-json.ts';
import type { LocalServer } from '../../lib/local/http.ts';
import { openExecutions, type Executions, type ExecutionsOptions } from '../../lib/local/sfn/executions.ts';
import type { Execution } from '../../lib/local/sfn/journal.ts';
import { startSfn } from '../../lib/local/sfn/service.ts';
import type { Outcome } from '../../lib/local/workers/pool.ts';
import { machineDefinition } from './fixtures/machine.ts';
import { clientOf, openWorkbench, type Workbench } from './workbench.ts';

const taskArn = 'arn:aws:lambda:us-east-1:000000000000:function:task';
const plan = { name: 'machine', arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:machine' };

type Task = (input: Record<string, unknown>) => Promise<unknown>;
let bench: Workbench;
let task: Task;
let changes: [string, string][];
let machines: { executions: Executions; server: LocalServer; client: SFNClient }[];

beforeEach(async () => {
  bench = await openWorkbench();
  changes = [];
  machines = [];
  task = async (input) => input;
});
afterEach(async () => {
  for (const { executions, client, server } of machines) {
    executions.close();
    client.destroy();
    await server.close();
  }
  await bench.close();
});

const failed = (errorType: string): Outcome => ({
  payload: JSON.stringify({ errorType, errorMessage: 'told' }),
  failed: true,
});
class TaskFailed extends Error {}

const open = (definition: object = machineDefinition(taskArn), more: Partial<ExecutionsOptions> = {}) =>
  openExecutions({
    ...bench,
    plan: { ...plan, definition: JSON.stringify(definition) },
    random: () => 0.5,
    isFunction: (arn) => arn === taskArn,
    invoke: async (_arn, payload) => {
      try {
        const result = await task(JSON.parse(payload) as Record<string, unknown>);
        return { payload: JSON.stringify(result), failed: false };
      } catch (error) {
        if (error instanceof TaskFailed) return failed(error.message);
        throw error;
      }
    },
    changed: ({ name, status }) => void changes.push([name, status]),
    ...more,
  });

const serve = async (definition?: object, more?: Partial<ExecutionsOptions>) => {
  const executions = open(definition, more);
  const server = await startSfn([executions], bench.context);
  const client = new SFNClient(clientOf(server.url));
  machines.push({ executions, server, client });
  return {
    executions,
    start: (name: string, input: object) =>
      client.send(
        new StartExecutionCommand({ stateMachineArn: plan.arn, name, input: JSON.stringify(input) }),
      ),
    client,
  };
};

/** Runs one execution to its end, moving the clock as far as it needs. */
const run = async (input: object, definition?: object): Promise<Execution> => {
  const { executions } = await serve(definition);
  executions.start('run', JSON.stringify(input));
  await bench.clock.advanceTo(bench.clock.now() + 7_200_000);
  return executions.find('run') as Execution;
};
const outputOf = (execution: Execution) => JSON.parse(execution.output ?? 'null') as unknown;
const one = (state: object, more: object = {}) => ({ StartAt: 'One', States: { One: state, ...more } });

test('an execution is started, described and listed by the SDK', async () => {
  const { start, client } = await serve();
  const { executionArn, startDate } = await start('first', { do: 'work' });
  expect(Math.abs((startDate?.getTime() ?? 0) - bench.clock.now())).toBeLessThan(60_000);
  await bench.activity.idle();
  const found = await client.send(new DescribeExecutionCommand({ executionArn }));
  expect(found).toMatchObject({ name: 'first', status: 'SUCCEEDED', input: '{"do":"work"}' });
  expect(JSON.parse(found.output ?? '')).toEqual({ do: 'work', result: { do: 'work' } });
  const listed = await client.send(
    new ListExecutionsCommand({ stateMachineArn: plan.arn, statusFilter: 'SUCCEEDED' }),
  );
  expect(listed.executions).toMatchObject([{ executionArn, status: 'SUCCEEDED' }]);
  expect(changes).toEqual([
    ['first', 'RUNNING'],
    ['first', 'SUCCEEDED'],
  ]);
});

test('a name is taken: the same input finds the running one, anything else is ExecutionAlreadyExists', async () => {
  const held = Promise.withResolvers<object>();
  let calls = 0;
  task = () => {
    calls += 1;
    return held.promise;
  };
  const { start } = await serve();
  const first = await start('same', { do: 'work' });
  expect((await start('same', { do: 'work' })).executionArn).toBe(first.executionArn);
  const exists = { name: 'ExecutionAlreadyExists' };
  await expect(start('same', { do: 'other' })).rejects.toMatchObject(exists);
  held.resolve({});
  await bench.activity.idle();
  await expect(start('same', { do: 'work' })).rejects.toMatchObject(exists);
  expect(calls).toBe(1);
});

test('unknown machines, executions, names and operations are refused as AWS does', async () => {
  const { start, client } = await serve();
  const other = new StartExecutionCommand({ stateMachineArn: `${plan.arn}-other`, input: '{}' });
  await expect(client.send(other)).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
  const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:machine:absent';
  await expect(client.send(new DescribeExecutionCommand({ executionArn }))).rejects.toMatchObject({
    name: 'ExecutionDoesNotExist',
  });
  await expect(start('../escape', {})).rejects.toMatchObject({ name: 'InvalidName' });
  const update = new UpdateStateMachineCommand({ stateMachineArn: plan.arn, definition: '{}' });
  await expect(client.send(update)).rejects.toMatchObject({ name: 'UnknownOperationException' });
});

test('choices, passes, failures and catches lead where they say', async () => {
  const told = await run({ do: 'give up' });
  expect(told).toMatchObject({ status: 'FAILED', error: 'GaveUp', cause: 'as told' });
});

test('a caught error is put where the catch says, and the input stays', async () => {
  task = () => Promise.reject(new TaskFailed('Foreseen'));
  const execution = await run({ do: 'work' });
  expect(outputOf(execution)).toEqual({ error: 'Foreseen', told: true });
});

test('an error nobody catches fails the execution with its name and cause', async () => {
  task = () => Promise.reject(new TaskFailed('Unforeseen'));
  expect(await run({})).toMatchObject({
    status: 'FAILED',
    error: 'Unforeseen',
    cause: expect.stringContaining('told'),
  });
});

test('a transient error is tried again, later and later up to the longest delay, by the movable clock', async () => {
  const times: number[] = [];
  task = async () => {
    times.push(bench.clock.now());
    if (times.length < 4) throw new TaskFailed('Transient');
    return 'done';
  };
  const execution = await run({});
  const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
  expect(waits).toEqual([10, 15, 15]);
  expect(outputOf(execution)).toEqual({ result: 'done' });
  // Choice, Task, and three further attempts.
  expect(execution.transitions).toBe(5);
});

test('retries end after their attempts, and full jitter shortens the wait', async () => {
  const times: number[] = [];
  task = () => {
    times.push(bench.clock.now());
    return Promise.reject(new TaskFailed('Transient'));
  };
  const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 8, MaxAttempts: 2, JitterStrategy: 'FULL' }];
  const execution = await run({}, one({ Type: 'Task', Resource: taskArn, Retry, End: true }));
  const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
  expect(waits).toEqual([4, 8]);
  expect(execution).toMatchObject({ status: 'FAILED', error: 'Transient', transitions: 3 });
});

test('Lambda refusing an invocation is an error that can be tried again', async () => {
  let calls = 0;
  task = async () => {
    calls += 1;
    if (calls === 1) throw new ServiceError('ServiceException', 'unwell', 500);
    return 'well';
  };
  expect(outputOf(await run({}))).toEqual({ result: 'well' });
});

test('a map runs no more at once than it may, keeps the order, and gives each item its place', async () => {
  let atOnce = 0;
  let most = 0;
  task = async (input) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    return input;
  };
  const execution = await run({ items: ['a', 'b', 'c', 'd', 'e'], kept: true });
  expect(most).toBe(2);
  const { results, kept } = outputOf(execution) as { results: unknown[]; kept: boolean };
  expect(kept).toBe(true);
  expect(results).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((item, index) => ({ answer: { item, index, of: 'run' } })),
  );
  // Choice, Map, five items, Succeed.
  expect(execution.transitions).toBe(8);
});

test("one item's failure is the map's, and ends the others", async () => {
  task = async ({ item }) => {
    if (item === 'bad') throw new TaskFailed('Broken');
    return new Promise(() => undefined);
  };
  expect(await run({ items: ['good', 'bad'] })).toMatchObject({ status: 'FAILED', error: 'Broken' });
  expect(bench.activity.list()).toEqual([]);
});

test('a wait passes with the movable clock, and time goes on while an execution waits', async () => {
  const { executions } = await serve();
  executions.start('waiting', '{"waitSeconds":3000}');
  await bench.clock.advanceTo(bench.clock.now() + 2_999_000);
  expect(executions.find('waiting')?.status).toBe('RUNNING');
  expect(await bench.activity.idle(1000)).toBe(true);
  await bench.clock.advanceTo(bench.clock.now() + 2000);
  expect(executions.find('waiting')?.status).toBe('SUCCEEDED');
});

test('a task that is late is States.Timeout, a machine that is late is TIMED_OUT; what hangs does not hold time', async () => {
  const hanging = await openWorkbench(5);
  task = () => new Promise(() => undefined);
  const executions = open(undefined, hanging);
  const definition = JSON.stringify({ ...machineDefinition(taskArn), TimeoutSeconds: 60 });
  const late = open(undefined, { ...hanging, plan: { ...plan, name: 'late', definition } });
  executions.start('task', '{}');
  late.start('machine', '{}');
  await hanging.clock.advanceTo(hanging.clock.now() + 601_000);
  expect(executions.find('task')).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  expect(late.find('machine')).toMatchObject({ status: 'TIMED_OUT' });
  expect(hanging.activity.list()).toEqual([]);
  await hanging.close();
});

test('a stopped execution is ABORTED at once, and what it was doing is no longer waited for', async () => {
  task = () => new Promise(() => undefined);
  const { start, client } = await serve();
  const { executionArn } = await start('stopped', {});
  await client.send(new StopExecutionCommand({ executionArn, error: 'Cancelled', cause: 'by hand' }));
  const found = await client.send(new DescribeExecutionCommand({ executionArn }));
  expect(found).toMatchObject({ status: 'ABORTED', error: 'Cancelled', cause: 'by hand' });
  expect(await bench.activity.idle(1000)).toBe(true);
  expect(changes.at(-1)).toEqual(['stopped', 'ABORTED']);
  await client.send(new StopExecutionCommand({ executionArn }));
  expect(changes).toHaveLength(2);
});

test('a result over 256 KiB is States.DataLimitExceeded, which no States.ALL catches', async () => {
  task = async () => 'x'.repeat(262_143);
  const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
  const definition = one(
    { Type: 'Task', Resource: taskArn, Catch, End: true },
    { Caught: { Type: 'Succeed' } },
  );
  expect(await run({}, definition)).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
});

test('a result of exactly 256 KiB passes', async () => {
  task = async () => 'x'.repeat(262_142);
  expect(await run({}, one({ Type: 'Task', Resource: taskArn, End: true }))).toMatchObject({
    status: 'SUCCEEDED',
  });
});

test('an input over 256 KiB is not accepted', async () => {
  const { start } = await serve();
  await expect(start('large', { text: 'x'.repeat(262_144) })).rejects.toMatchObject({
    name: 'ValidationException',
  });
});

test('an execution with more than 25,000 events of history fails', async () => {
  const items = Array.from({ length: 4000 }, (_, index) => index);
  expect(await run({ items })).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
});

test('a path to nothing is States.Runtime, and cannot be caught', async () => {
  const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
  const state = {
    Type: 'Task',
    Resource: taskArn,
    Parameters: { 'a.$': '$.nothing.here' },
    Catch,
    End: true,
  };
  const execution = await run({}, one(state, { Caught: { Type: 'Succeed' } }));
  expect(execution).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
});

test('input, result and output paths cut and place as written', async () => {
  task = async (input) => ({ got: input, noise: true });
  const state = {
    Type: 'Task',
    Resource: taskArn,
    InputPath: '$.inner',
    Parameters: {
      'word.$': '$.word',
      'name.$': '$$.Execution.Name',
      'started.$': '$$.Execution.Input.outer',
      fixed: [1],
    },
    ResultSelector: { 'picked.$': '$.got' },
    ResultPath: '$.new.place',
    OutputPath: '$.new',
    End: true,
  };
  const execution = await run({ inner: { word: 'w' }, outer: 'o' }, one(state));
  expect(outputOf(execution)).toEqual({
    place: { picked: { word: 'w', name: 'run', started: 'o', fixed: [1] } },
  });
});

test('comparisons of a choice hold for texts, numbers, truth, instants and their combinations', async () => {
  const rule = (more: object) => ({ ...more, Next: 'Yes' });
  const choice = (Choices: object[]) =>
    one(
      { Type: 'Choice', Choices, Default: 'No' },
      { Yes: { Type: 'Pass', Result: true, End: true }, No: { Type: 'Pass', Result: false, End: true } },
    );
  const input = { text: 'b', number: 5, truth: true, at: '2030-01-01T00:00:00Z', nothing: null };
  const cases: [object, boolean][] = [
    [{ Variable: '$.text', StringGreaterThan: 'a' }, true],
    [{ Variable: '$.number', NumericLessThanEquals: 5 }, true],
    [{ Variable: '$.number', NumericGreaterThan: 5 }, false],
    [{ Variable: '$.truth', BooleanEquals: true }, true],
    [{ Variable: '$.at', TimestampLessThan: '2031-01-01T00:00:00Z' }, true],
    [{ Variable: '$.absent', IsPresent: false }, true],
    [{ Variable: '$.nothing', IsNull: true }, true],
    [
      {
        And: [
          { Variable: '$.truth', BooleanEquals: true },
          { Not: { Variable: '$.text', StringEquals: 'b' } },
        ],
      },
      false,
    ],
    [
      {
        Or: [
          { Variable: '$.number', NumericEquals: 1 },
          { Variable: '$.text', StringEqualsPath: '$.text' },
        ],
      },
      true,
    ],
  ];
  for (const [comparison, expected] of cases) {
    expect([comparison, outputOf(await run(input, choice([rule(comparison)])))]).toEqual([
      comparison,
      expected,
    ]);
    machines.at(-1)?.executions.close();
    rmSync(`${bench.folder.path}/executions`, { recursive: true });
  }
});

test.each([
  [one({ Type: 'Parallel', Branches: [], End: true }), 'a state One of type Parallel'],
  [one({ Type: 'Pass', Assign: {}, End: true }), 'Assign in One'],
  [{ ...one({ Type: 'Succeed' }), QueryLanguage: 'JSONata' }, 'JSONata'],
  [one({ Type: 'Pass', Parameters: { 'a.$': 'States.UUID()' }, End: true }), 'a.$: States.UUID() in One'],
  [one({ Type: 'Pass', InputPath: '$..deep', End: true }), 'InputPath $..deep in One'],
  [
    one({ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true }),
    'the resource arn:aws:states:::sqs:sendMessage in One',
  ],
  [one({ Type: 'Task', Resource: taskArn, HeartbeatSeconds: 5, End: true }), 'HeartbeatSeconds in One'],
  [one({ Type: 'Pass', Next: 'Nowhere' }), 'a way from One to Nowhere'],
  [
    one({ Type: 'Choice', Choices: [{ Variable: '$.a', StringMatches: '*', Next: 'One' }] }),
    'StringMatches in One',
  ],
  [
    one({
      Type: 'Map',
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, StartAt: 'A', States: {} },
      End: true,
    }),
    'a DISTRIBUTED Map in One',
  ],
])('a definition with something unknown is refused at the start, by name (%#)', (definition, what) => {
  expect(() => open(definition)).toThrow(`has ${what}, which the local cloud does not know`);
});

test('after a crash an execution goes on at its last state, and a wait ends when it would have', async () => {
  const first = open();
  first.start('working', '{"do":"work"}');
  first.start('waiting', '{"waitSeconds":100}');
  await bench.activity.idle();
  first.close();
  expect(first.find('waiting')?.status).toBe('RUNNING');

  const later = open();
  const start = bench.clock.now();
  expect(later.find('working')?.status).toBe('SUCCEEDED');
  await bench.clock.advanceTo(start + 60_000);
  later.resume();
  await bench.clock.advanceTo(start + 101_000);
  expect(later.find('waiting')).toMatchObject({ status: 'SUCCEEDED' });
  later.close();
});
