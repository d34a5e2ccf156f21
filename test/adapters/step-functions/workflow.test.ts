import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { workflowResumer, workflowStarter, workflowStopper } from '#adapters/step-functions/workflow.ts';
import { plan, useMachineWorkbench } from '#test/emulators/aws/step-functions/machine-workbench.ts';

const m = useMachineWorkbench();
const scan = { organizationId: 'org', scanId: '0197c0de-0000-7000-8000-000000000001' };
const second = `${scan.scanId}.2`;

const open = async () => {
  const { client, executions } = await m.serve();
  return {
    client,
    executions,
    starter: workflowStarter(client, plan.arn),
    resumer: workflowResumer(client, plan.arn),
    stopper: workflowStopper(client, plan.arn),
  };
};
const running = () => new Promise<never>(() => undefined);

test('a scan is started once, under its own id, however often its creation is retried', async () => {
  const { starter, executions } = await open();
  await starter.start(scan);
  await m.bench.activity.idle();
  await starter.start(scan);
  expect(executions.names()).toEqual([scan.scanId]);
  expect(executions.find(scan.scanId)?.input).toBe(JSON.stringify(scan));
});

test('a scan that was never started is started by the sweep under its own id', async () => {
  const { resumer, executions } = await open();
  await resumer.resume(scan);
  expect(executions.names()).toEqual([scan.scanId]);
});

test('a scan whose execution is running is left alone, by one request, which asks for no description', async () => {
  m.task = running;
  const { client, starter, resumer, executions } = await open();
  await starter.start(scan);
  const sent: string[] = [];
  client.middlewareStack.add((next, { commandName }) => {
    return (request) => {
      sent.push(String(commandName));
      return next(request);
    };
  });
  await resumer.resume(scan);
  expect(executions.names()).toEqual([scan.scanId]);
  expect(sent).toEqual(['StartExecutionCommand']);
});

test('a scan whose execution has closed gets a second one, and never a third', async () => {
  const { starter, resumer, executions } = await open();
  await starter.start(scan);
  await m.bench.activity.idle();
  await resumer.resume(scan);
  await m.bench.activity.idle();
  await resumer.resume(scan);
  expect(executions.names().toSorted()).toEqual([scan.scanId, second]);
  expect(executions.find(second)?.input).toBe(JSON.stringify(scan));
});

test('a scan that may have been resumed is stopped in both executions, any other one in its first', async () => {
  m.task = running;
  const { client, starter, stopper, executions } = await open();
  await stopper.stop({ ...scan, wasResumed: true }, 'cancelled');
  await starter.start(scan);
  executions.start(second, JSON.stringify(scan));
  await stopper.stop({ ...scan, wasResumed: false }, 'cancelled');
  expect(executions.find(second)?.status).toBe('RUNNING');
  await stopper.stop({ ...scan, wasResumed: true }, 'cancelled');
  const { executionArn } = executions.find(second) ?? {};
  const found = await client.send(new DescribeExecutionCommand({ executionArn }));
  expect([executions.find(scan.scanId)?.status, found.status]).toEqual(['ABORTED', 'ABORTED']);
});
