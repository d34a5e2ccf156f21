import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEventBus, type EventBus } from '@scangate/emulator-aws/events/event-bus';
import type { Functions } from '@scangate/emulator-aws/lambda/functions';
import type { RulePlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { JsonObject } from '@scangate/emulator-aws/template/resolve-templates';
import { openWorkbench, type Workbench } from '../workbench.ts';

const hourMs = 3_600_000;
let bench: Workbench;
let called: { functionArn: string; event: Record<string, unknown>; at: number }[];
beforeEach(async () => {
  bench = await openWorkbench();
  called = [];
});
afterEach(() => bench.close());

const functions = (work: (event: Record<string, unknown>) => void = () => {}): Functions => ({
  invoke: async () => ({ payload: 'null', failed: false }),
  invokeStreamed: async () => ({ payload: '', failed: false }),
  invokeAsync: (functionArn, text) => {
    const event = JSON.parse(text) as Record<string, unknown>;
    called.push({ functionArn, event, at: bench.clock.now() });
    work(event);
  },
  has: (name) => name === 'job' || name === 'other',
  workers: () => 0,
  close: async () => {},
});
const rule = (more: Partial<RulePlan>): RulePlan => ({
  name: 'rule',
  arn: 'arn:rule',
  schedule: undefined,
  pattern: undefined,
  targets: [{ functionArn: 'job', input: undefined }],
  ...more,
});
const emitStatus = (bus: EventBus, detail: JsonObject) =>
  bus.emit({
    source: 'aws.states',
    detailType: 'Step Functions Execution Status Change',
    resources: ['arn:x'],
    detail,
  });

test('an event reaches the targets of matching rules only', () => {
  const pattern = { source: ['aws.states'], detail: { status: ['FAILED'] } };
  const rules = [
    rule({ pattern }),
    rule({ pattern: { source: ['aws.s3'] }, targets: [{ functionArn: 'other', input: undefined }] }),
  ];
  const bus = openEventBus({ ...bench, rules, functions: functions() });
  emitStatus(bus, {
    status: 'FAILED',
    name: 'n',
  });
  emitStatus(bus, { status: 'SUCCEEDED' });
  expect(called).toMatchObject([
    {
      functionArn: 'job',
      event: {
        'detail-type': 'Step Functions Execution Status Change',
        detail: { name: 'n' },
        resources: ['arn:x'],
      },
    },
  ]);
});

test('every tick of a schedule within a move runs, with the input of its rule', async () => {
  const targets = [{ functionArn: 'job', input: '{"what":"hourly"}' }];
  const bus = openEventBus({
    ...bench,
    rules: [rule({ schedule: 'rate(1 hour)', targets })],
    functions: functions(),
  });
  const start = bench.clock.now();
  bus.start();
  await bench.clock.advanceTo(start + 24 * hourMs + 1000);
  expect(called.map(({ at }) => Math.round((at - start) / hourMs))).toEqual(
    Array.from({ length: 24 }, (_, index) => index + 1),
  );
  expect(called[0]?.event).toEqual({ what: 'hourly' });
});

test('within a very long move, a schedule without work ticks less often', async () => {
  const bus = openEventBus({
    ...bench,
    rules: [rule({ schedule: 'rate(5 minutes)' })],
    functions: functions(),
  });
  bus.start();
  await bench.clock.advanceTo(bench.clock.now() + 365 * 24 * hourMs);
  expect(called.length).toBeGreaterThan(360);
  expect(called.length).toBeLessThan(380);
});

test.each([1.3, 31.01, 59, 400.7, 1500])(
  'however long the move (%d days), its last tick is less than a period before the end',
  async (days) => {
    const bus = openEventBus({
      ...bench,
      rules: [rule({ schedule: 'rate(5 minutes)' })],
      functions: functions(),
    });
    bus.start();
    const end = bench.clock.now() + Math.round(days * 24 * hourMs);
    await bench.clock.advanceTo(end);
    const ticks = called.map(({ at }) => at);
    const last = ticks.at(-1) ?? 0;
    expect(end - last).toBeLessThan(5 * 60_000);
    expect(Math.max(...ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0)))).toBeLessThan(
      25 * hourMs,
    );
    // After that the schedule keeps its pace.
    await bench.clock.advanceTo(end + 5 * 60_000 + 1000);
    expect(called.length - ticks.length).toBe(1);
  },
);

test('a schedule with work keeps its full pace', async () => {
  const work = () => void bench.faults.intercept('dynamodb', 'PutItem', 1);
  const bus = openEventBus({
    ...bench,
    rules: [rule({ schedule: 'rate(5 minutes)' })],
    functions: functions(work),
  });
  bus.start();
  await bench.clock.advanceTo(bench.clock.now() + 4 * 24 * hourMs);
  expect(called).toHaveLength(4 * 24 * 12);
});

test('missed ticks are caught up once, and the schedule continues from there', async () => {
  bench.folder.writeJson('schedules.json', { rule: bench.clock.now() - 5.5 * hourMs });
  const bus = openEventBus({ ...bench, rules: [rule({ schedule: 'rate(1 hour)' })], functions: functions() });
  bus.start();
  await bench.clock.advanceTo(bench.clock.now() + 1000);
  expect(called).toHaveLength(1);
  await bench.clock.advanceTo(bench.clock.now() + hourMs);
  expect(called).toHaveLength(2);
});

test('a restart does not delay a schedule', async () => {
  const rules = [rule({ schedule: 'rate(1 hour)' })];
  openEventBus({ ...bench, rules, functions: functions() }).start();
  const start = bench.clock.now();
  await bench.clock.advanceTo(start + 0.7 * hourMs);
  const later = openEventBus({ ...bench, rules, functions: functions() });
  later.start();
  await bench.clock.advanceTo(start + 1.1 * hourMs);
  expect(called.map(({ at }) => Math.round((at - start) / hourMs))).toEqual([1, 1]);
});

test('an unsupported schedule or an unknown target ends the start', () => {
  const open = (more: Partial<RulePlan>) =>
    openEventBus({ ...bench, rules: [rule(more)], functions: functions() });
  expect(() => open({ schedule: 'at(2030-01-01T00:00:00)' })).toThrow('the schedule at(2030-01-01T00:00:00)');
  expect(() => open({ targets: [{ functionArn: 'queue', input: undefined }] })).toThrow('the target queue');
});
