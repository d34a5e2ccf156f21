import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  StopExecutionCommand,
  StartExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { one, plan, taskArn, useMachineWorkbench } from './machine-workbench.ts';

const m = useMachineWorkbench();

test('an execution is started, described and listed by the SDK', async () => {
  const { start, client } = await m.serve();
  const { executionArn, startDate } = await start('first', { do: 'work' });
  expect(Math.abs((startDate?.getTime() ?? 0) - m.bench.clock.now())).toBeLessThan(60_000);
  await m.bench.activity.idle();
  const found = await client.send(new DescribeExecutionCommand({ executionArn }));
  expect(found).toMatchObject({ name: 'first', status: 'SUCCEEDED', input: '{"do":"work"}' });
  expect(JSON.parse(found.output ?? '')).toEqual({ do: 'work', result: { do: 'work' } });
  const listed = await client.send(
    new ListExecutionsCommand({ stateMachineArn: plan.arn, statusFilter: 'SUCCEEDED' }),
  );
  expect(listed.executions).toMatchObject([{ executionArn, status: 'SUCCEEDED' }]);
  expect(m.changes).toEqual([
    ['first', 'RUNNING'],
    ['first', 'SUCCEEDED'],
  ]);
});

test('an alias starts its machine, whose name an execution keeps; another alias does not exist', async () => {
  const { client } = await m.serve();
  const start = (stateMachineArn: string, name: string) =>
    client.send(new StartExecutionCommand({ stateMachineArn, name, input: '{}' }));
  const { executionArn } = await start(`${plan.arn}:live`, 'by-alias');
  expect(executionArn).toBe(`${plan.arn.replace(':stateMachine:', ':execution:')}:by-alias`);
  await expect(start(`${plan.arn}:other`, 'by-alias')).rejects.toMatchObject({
    name: 'StateMachineDoesNotExist',
  });
});

test('starting a name again with the same input finds the running execution, any other start is ExecutionAlreadyExists', async () => {
  const held = Promise.withResolvers<object>();
  let calls = 0;
  m.task = () => {
    calls += 1;
    return held.promise;
  };
  const { start } = await m.serve();
  const first = await start('same', { do: 'work' });
  expect((await start('same', { do: 'work' })).executionArn).toBe(first.executionArn);
  const exists = { name: 'ExecutionAlreadyExists' };
  await expect(start('same', { do: 'other' })).rejects.toMatchObject(exists);
  held.resolve({});
  await m.bench.activity.idle();
  await expect(start('same', { do: 'work' })).rejects.toMatchObject(exists);
  expect(calls).toBe(1);
});

test('a start whose response was lost has started, and a retry finds it', async () => {
  m.task = () => new Promise(() => undefined);
  const { start, executions } = await m.serve();
  m.bench.faults.inject({
    service: 'sfn',
    operation: 'StartExecution',
    kind: 'timeout_after_success',
    times: 1,
  });
  await expect(start('lost', { do: 'work' })).rejects.toThrow('socket hang up');
  expect(executions.find('lost')?.status).toBe('RUNNING');
  expect((await start('lost', { do: 'work' })).executionArn).toMatch(/:lost$/);
});

test('unknown machines, executions, names and operations are refused as AWS does', async () => {
  const { start, client } = await m.serve();
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

test('a stopped execution is ABORTED at once, and its task is no longer awaited', async () => {
  m.task = () => new Promise(() => undefined);
  const { start, client } = await m.serve();
  const { executionArn } = await start('stopped', {});
  await client.send(new StopExecutionCommand({ executionArn, error: 'Cancelled', cause: 'by hand' }));
  const found = await client.send(new DescribeExecutionCommand({ executionArn }));
  expect(found).toMatchObject({ status: 'ABORTED', error: 'Cancelled', cause: 'by hand' });
  expect(await m.bench.activity.idle(1000)).toBe(true);
  expect(m.changes.at(-1)).toEqual(['stopped', 'ABORTED']);
  await client.send(new StopExecutionCommand({ executionArn }));
  expect(m.changes).toHaveLength(2);
});

test('an input over 256 KiB is refused', async () => {
  const { start } = await m.serve();
  await expect(start('large', { text: 'x'.repeat(262_144) })).rejects.toMatchObject({
    name: 'ValidationException',
  });
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
      ItemProcessor: { ProcessorConfig: { Mode: 'REMOTE' }, StartAt: 'A', States: {} },
      End: true,
    }),
    'a REMOTE Map in One',
  ],
  [
    one({
      Type: 'Map',
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, StartAt: 'A', States: {} },
      End: true,
    }),
    'no ItemReader of an S3 object in One',
  ],
])('an unsupported part of a definition is refused at the start, by name (%#)', (definition, what) => {
  expect(() => m.open(definition)).toThrow(`has ${what}, which the local cloud does not support`);
});

test('after a crash an execution resumes at its last state, and a wait ends at its original instant', async () => {
  const first = m.open();
  first.start('working', '{"do":"work"}');
  first.start('waiting', '{"waitSeconds":100}');
  await m.bench.activity.idle();
  first.close();
  expect(first.find('waiting')?.status).toBe('RUNNING');

  const later = m.open();
  const start = m.bench.clock.now();
  expect(later.find('working')?.status).toBe('SUCCEEDED');
  await m.bench.clock.advanceTo(start + 60_000);
  later.resume();
  await m.bench.clock.advanceTo(start + 101_000);
  expect(later.find('waiting')).toMatchObject({ status: 'SUCCEEDED' });
  later.close();
});
