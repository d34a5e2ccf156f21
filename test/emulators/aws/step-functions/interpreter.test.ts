import { expect, test } from 'vitest';
import { ServiceError } from '@scangate/emulator-aws/protocol/aws-json';
import { machineDefinition } from '../fixtures/machine.ts';
import { one, outputOf, plan, taskArn, TaskFailed, useMachineWorkbench } from './machine-workbench.ts';
import { openWorkbench } from '../workbench.ts';

const m = useMachineWorkbench();

test('choices, passes, failures and catches lead to their next states', async () => {
  const execution = await m.run({ do: 'give up' });
  expect(execution).toMatchObject({ status: 'FAILED', error: 'GaveUp', cause: 'as requested' });
});

test('a caught error is put at the ResultPath of the catch, and the input stays', async () => {
  m.task = () => Promise.reject(new TaskFailed('Foreseen'));
  const execution = await m.run({ do: 'work' });
  expect(outputOf(execution)).toEqual({ error: 'Foreseen', handled: true });
});

test('an uncaught error fails the execution with its name and cause', async () => {
  m.task = () => Promise.reject(new TaskFailed('Unforeseen'));
  expect(await m.run({})).toMatchObject({
    status: 'FAILED',
    error: 'Unforeseen',
    cause: expect.stringContaining('reported'),
  });
});

test('a transient error is retried with backoff up to the longest delay, by the emulated clock', async () => {
  const times: number[] = [];
  m.task = async () => {
    times.push(m.bench.clock.now());
    if (times.length < 4) throw new TaskFailed('Transient');
    return 'done';
  };
  const execution = await m.run({});
  const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
  expect(waits).toEqual([10, 15, 15]);
  expect(outputOf(execution)).toEqual({ result: 'done' });
  // Choice, Task, and three further attempts.
  expect(execution.transitions).toBe(5);
});

test('retries end after their attempts, and full jitter shortens the wait', async () => {
  const times: number[] = [];
  m.task = () => {
    times.push(m.bench.clock.now());
    return Promise.reject(new TaskFailed('Transient'));
  };
  const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 8, MaxAttempts: 2, JitterStrategy: 'FULL' }];
  const execution = await m.run({}, one({ Type: 'Task', Resource: taskArn, Retry, End: true }));
  const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
  expect(waits).toEqual([4, 8]);
  expect(execution).toMatchObject({ status: 'FAILED', error: 'Transient', transitions: 3 });
});

test('an invocation that Lambda refuses is a retryable error', async () => {
  let calls = 0;
  m.task = async () => {
    calls += 1;
    if (calls === 1) throw new ServiceError('ServiceException', 'unwell', { status: 500 });
    return 'well';
  };
  expect(outputOf(await m.run({}))).toEqual({ result: 'well' });
});

test('a map keeps its MaxConcurrency and the order of its items', async () => {
  let atOnce = 0;
  let most = 0;
  m.task = async (input) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    return input;
  };
  const execution = await m.run({ items: ['a', 'b', 'c', 'd', 'e'], kept: true });
  expect(most).toBe(2);
  const { results, kept } = outputOf(execution) as { results: unknown[]; kept: boolean };
  expect(kept).toBe(true);
  expect(results).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((item, index) => ({
      answer: { item, index, of: expect.stringMatching(/^run-/) },
    })),
  );
  // Choice, Map, five items, Succeed.
  expect(execution.transitions).toBe(8);
});

test('the failure of one item fails the map and ends the others', async () => {
  m.task = async ({ item }) => {
    if (item === 'bad') throw new TaskFailed('Broken');
    return new Promise(() => undefined);
  };
  expect(await m.run({ items: ['good', 'bad'] })).toMatchObject({ status: 'FAILED', error: 'Broken' });
  expect(m.bench.activity.list()).toEqual([]);
});

test('a wait follows the emulated clock, and the clock moves on while an execution waits', async () => {
  const { executions } = await m.serve();
  executions.start('waiting', '{"waitSeconds":3000}');
  await m.bench.clock.advanceTo(m.bench.clock.now() + 2_999_000);
  expect(executions.find('waiting')?.status).toBe('RUNNING');
  expect(await m.bench.activity.idle(1000)).toBe(true);
  await m.bench.clock.advanceTo(m.bench.clock.now() + 2000);
  expect(executions.find('waiting')?.status).toBe('SUCCEEDED');
});

test('a late task is States.Timeout, a late machine is TIMED_OUT, and neither blocks the clock', async () => {
  const hanging = await openWorkbench(5);
  m.task = () => new Promise(() => undefined);
  const executions = m.open(undefined, hanging);
  const definition = JSON.stringify({ ...machineDefinition(taskArn), TimeoutSeconds: 60 });
  const late = m.open(undefined, { ...hanging, plan: { ...plan, name: 'late', definition } });
  executions.start('task', '{}');
  late.start('machine', '{}');
  await hanging.clock.advanceTo(hanging.clock.now() + 601_000);
  expect(executions.find('task')).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  expect(late.find('machine')).toMatchObject({ status: 'TIMED_OUT' });
  expect(hanging.activity.list()).toEqual([]);
  await hanging.close();
});

test('a result over 256 KiB is States.DataLimitExceeded, which States.ALL does not catch', async () => {
  m.task = async () => 'x'.repeat(262_143);
  const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
  const definition = one(
    { Type: 'Task', Resource: taskArn, Catch, End: true },
    { Caught: { Type: 'Succeed' } },
  );
  expect(await m.run({}, definition)).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
});

test('a result of exactly 256 KiB passes', async () => {
  m.task = async () => 'x'.repeat(262_142);
  expect(await m.run({}, one({ Type: 'Task', Resource: taskArn, End: true }))).toMatchObject({
    status: 'SUCCEEDED',
  });
});

test('an execution with more than 25,000 events of history fails', async () => {
  const items = Array.from({ length: 4000 }, (_, index) => index);
  expect(await m.run({ items })).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
});

test('a path without a value is States.Runtime, and cannot be caught', async () => {
  const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
  const state = {
    Type: 'Task',
    Resource: taskArn,
    Parameters: { 'a.$': '$.nothing.here' },
    Catch,
    End: true,
  };
  const execution = await m.run({}, one(state, { Caught: { Type: 'Succeed' } }));
  expect(execution).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
});

test('input, result and output paths select and place data as defined', async () => {
  m.task = async (input) => ({ got: input, noise: true });
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
  const execution = await m.run({ inner: { word: 'w' }, outer: 'o' }, one(state));
  expect(outputOf(execution)).toEqual({
    place: { picked: { word: 'w', name: expect.stringMatching(/^run-/), started: 'o', fixed: [1] } },
  });
});

test('a choice compares strings, numbers, booleans, timestamps and combinations of them', async () => {
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
    expect([comparison, outputOf(await m.run(input, choice([rule(comparison)])))]).toEqual([
      comparison,
      expected,
    ]);
  }
});
