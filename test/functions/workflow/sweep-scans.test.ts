import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepDueScans } from '#functions/jobs/sweep-scans/handler.ts';
import { endScanOfExecution } from '#functions/workflow/on-execution-ended/handler.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#functions/workflow/prepare-scan/handler.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { judgeScan } from '@scangate/domain/verdict/judge-scan';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, noon } from '#test/support/world.ts';
import {
  commitHash,
  newScan,
  createdScan,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';

let store: MemoryStore;
let world: WorkflowWorld;
const minutes = (count: number) => later(count * 60);

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}' });
});

type Scanned = Awaited<ReturnType<typeof createdScan>>;
const scan = () => createdScan(world, [['', 'npm']]);
const stored = ({ ref }: Scanned) => store.all('scan').find(({ scanId }) => scanId === ref.scanId);
const balance = () => store.all('pool').find(({ pool }) => pool === 'core')?.available;
const sweepAt = (at: Date, ports: object = world) => sweepDueScans({}, ports as never, taskContextAt(at));
const begin = ({ ref }: Scanned, at = noon) => prepareScan(ref, world as never, taskContextAt(at));

describe('the sweep', () => {
  test('leaves a scan alone until it is due', async () => {
    const one = await scan();
    expect(await sweepAt(minutes(1))).toEqual({ looked: 0 });
    await begin(one);
    expect(await sweepAt(minutes(49))).toEqual({ looked: 0 });
    expect(stored(one)?.status).toBe('running');
  });

  test('starts a queued scan that was not started, and looks at it again later', async () => {
    const one = await scan();
    expect(await sweepAt(minutes(3))).toEqual({ looked: 1 });
    expect(world.started).toEqual([one.ref.scanId]);
    expect(await sweepAt(minutes(3))).toEqual({ looked: 0 });
    await sweepAt(minutes(9));
    expect(world.started).toHaveLength(2);
    expect(stored(one)?.status).toBe('queued');
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('gives up a scan that could not be started in all that time: workflow_timeout, refunded', async () => {
    const one = await scan();
    await sweepAt(minutes(51));
    expect(stored(one)).toMatchObject({ status: 'failed', errorCode: 'workflow_timeout' });
    expect(world.started).toEqual([]);
    expect(balance()).toBe(500);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('ends a running scan that is overdue: ERROR, workflow_timeout, refunded', async () => {
    const one = await scan();
    await begin(one);
    await sweepAt(minutes(51));
    expect(stored(one)).toMatchObject({
      status: 'failed',
      errorCode: 'workflow_timeout',
      verdict: { verdict: 'ERROR', reason: 'scan_failed' },
    });
    expect(balance()).toBe(500);
    expect(await sweepAt(minutes(60))).toEqual({ looked: 0 });
  });

  test('has nothing to do with a scan that ended', async () => {
    const one = await scan();
    await endScan(one.ref, () => ({ status: 'cancelled' }), world, noon);
    expect(await sweepAt(minutes(600))).toEqual({ looked: 0 });
  });

  test('a workflow that cannot be started, or a scan that cannot be ended, does not keep the others', async () => {
    const scans = [await scan(), await scan(), await scan()];
    const [broken] = scans;
    const workflow = {
      start: async ({ scanId }: { scanId: string }) => {
        if (scanId === broken?.ref.scanId) throw new Error('not this one');
        world.started.push(scanId);
      },
    };
    expect(await sweepAt(minutes(3), { ...world, workflow })).toEqual({ looked: 3 });
    expect(world.started.toSorted()).toEqual(
      scans
        .slice(1)
        .map(({ ref }) => ref.scanId)
        .toSorted(),
    );
    await sweepAt(minutes(4));
    expect(world.started).toContain(broken?.ref.scanId);
  });

  test('reaches every shard', async () => {
    const { organization, repository } = await scan();
    const member = organization.as('member');
    for (let i = 0; i < 16; i++)
      await newScan(store, member, repository, {
        commitHash: String(i).padStart(40, '0'),
      });
    expect(new Set(store.all('scan').map(({ dueQueue: open }) => open)).size).toBe(8);
    expect(await sweepAt(minutes(3))).toEqual({ looked: 17 });
    expect(new Set(world.started).size).toBe(17);
  });

  test('a scan that a workflow begins at the same moment is not set back', async () => {
    const one = await scan();
    const workflow = { start: async () => void (await begin(one, minutes(3))) };
    await sweepAt(minutes(3), { ...world, workflow });
    expect(stored(one)).toMatchObject({ status: 'running', dueAt: minutes(53).toISOString() });
  });
});

describe('the end of an execution', () => {
  const ended = (one: Scanned, status: 'FAILED' | 'TIMED_OUT' | 'ABORTED') =>
    endScanOfExecution(
      { detail: { status, input: JSON.stringify(one.ref) } },
      world as never,
      taskContextAt(minutes(1)),
    );

  test.each([
    ['TIMED_OUT', 'workflow_timeout'],
    ['FAILED', 'system_error'],
    ['ABORTED', 'system_error'],
  ] as const)('%s ends its scan as failed, %s, refunded', async (status, errorCode) => {
    const one = await scan();
    await begin(one);
    await ended(one, status);
    expect(stored(one)).toMatchObject({ status: 'failed', errorCode, units: [{ errorCode }] });
    expect(balance()).toBe(500);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test.each(['cancelled', 'completed'] as const)('leaves a scan that is %s as it is', async (status) => {
    const one = await scan();
    await endScan(
      one.ref,
      (current) =>
        status === 'cancelled' ? { status } : { status, verdict: judgeScan(current, [], noon.toISOString()) },
      world,
      noon,
    );
    const before = moneyRecords(store);
    await ended(one, 'ABORTED');
    expect(moneyRecords(store)).toEqual(before);
  });

  test('whose input was too large to be told is left to the sweep', async () => {
    const one = await scan();
    await endScanOfExecution({ detail: { status: 'FAILED' } }, world as never, taskContextAt(minutes(1)));
    expect(stored(one)?.status).toBe('queued');
    await sweepAt(minutes(51));
    expect(stored(one)?.status).toBe('failed');
  });

  test('told twice it refunds once', async () => {
    const one = await scan();
    await Promise.all([ended(one, 'FAILED'), ended(one, 'FAILED')]);
    await ended(one, 'TIMED_OUT');
    expect(stored(one)?.errorCode).toBe('system_error');
    expect(balance()).toBe(500);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});
