import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
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

type CreatedScan = Awaited<ReturnType<typeof createdScan>>;
const create = () => createdScan(world, [['', 'npm']]);
const stored = ({ ref }: CreatedScan) => store.all('scan').find(({ scanId }) => scanId === ref.scanId);
const balance = () => store.all('pool').find(({ pool }) => pool === 'core')?.available;
const sweepAt = (at: Date, ports: object = world) => sweepDueScans(ports as never, taskContextAt(at));
const begin = ({ ref }: CreatedScan, at = noon) => prepareScan(ref, world as never, taskContextAt(at));

describe('the sweep', () => {
  test('ignores a scan that is not due', async () => {
    await create();
    expect(await sweepAt(minutes(1))).toEqual({ examined: 0 });
  });

  test('moves a running scan to the end of its workflow and grace once, and ends it then', async () => {
    const one = await create();
    await begin(one);
    expect(stored(one)?.dueAt).toBe(minutes(2).toISOString());
    expect(await sweepAt(minutes(2))).toEqual({ examined: 1 });
    expect(stored(one)).toMatchObject({ status: 'running', dueAt: minutes(50).toISOString() });
    expect(world.started).toEqual([]);
    expect(await sweepAt(minutes(49))).toEqual({ examined: 0 });
    expect(await sweepAt(minutes(50))).toEqual({ examined: 1 });
    expect(stored(one)?.status).toBe('failed');
  });

  test('starts a queued scan that was not started, and examines it again later', async () => {
    const one = await create();
    expect(await sweepAt(minutes(3))).toEqual({ examined: 1 });
    expect(world.started).toEqual([one.ref.scanId]);
    expect(await sweepAt(minutes(3))).toEqual({ examined: 0 });
    await sweepAt(minutes(9));
    expect(world.started).toEqual([one.ref.scanId]);
    expect(stored(one)?.status).toBe('queued');
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('starts a second execution of a queued scan whose first one has closed', async () => {
    const one = await create();
    const { scanId } = one.ref;
    await sweepAt(minutes(3));
    world.closed.add(scanId);
    await sweepAt(minutes(9));
    await sweepAt(minutes(15));
    expect(world.started).toEqual([scanId, `${scanId}.2`]);
    expect(stored(one)?.status).toBe('queued');
  });

  test('fails a scan that could not be started in time with system_error, refunded', async () => {
    const one = await create();
    await sweepAt(minutes(51));
    expect(stored(one)).toMatchObject({ status: 'failed', errorCode: 'system_error' });
    expect(world.started).toEqual([]);
    expect(balance()).toBe(500);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('ends a running scan that is overdue: ERROR, workflow_timeout, refunded', async () => {
    const one = await create();
    await begin(one);
    await sweepAt(minutes(51));
    expect(stored(one)).toMatchObject({
      status: 'failed',
      errorCode: 'workflow_timeout',
      verdict: { verdict: 'ERROR', reason: 'scan_failed' },
    });
    expect(balance()).toBe(500);
    expect(await sweepAt(minutes(60))).toEqual({ examined: 0 });
  });

  test('ignores an ended scan', async () => {
    const one = await create();
    await endScan({ ...one.ref, outcomeOf: () => ({ status: 'cancelled' }) }, world, noon);
    expect(await sweepAt(minutes(600))).toEqual({ examined: 0 });
  });

  test('continues after a workflow that cannot be started', async () => {
    const scans = [await create(), await create(), await create()];
    const [broken] = scans;
    const workflow = {
      resume: async ({ scanId }: { scanId: string }) => {
        if (scanId === broken?.ref.scanId) throw new Error('not this one');
        world.started.push(scanId);
      },
    };
    expect(await sweepAt(minutes(3), { ...world, workflow })).toEqual({ examined: 3 });
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
    const { organization, repository } = await create();
    const member = organization.as('member');
    for (let i = 0; i < 16; i++)
      await newScan(store, {
        caller: member,
        repository,
        request: { commitHash: String(i).padStart(40, '0') },
      });
    expect(new Set(store.all('scan').map(({ dueQueue: open }) => open)).size).toBe(8);
    expect(await sweepAt(minutes(3))).toEqual({ examined: 17 });
    expect(new Set(world.started).size).toBe(17);
  });

  test('does not reset a scan that a workflow begins at the same time', async () => {
    const one = await create();
    const workflow = { resume: async () => void (await begin(one, minutes(3))) };
    await sweepAt(minutes(3), { ...world, workflow });
    expect(stored(one)).toMatchObject({ status: 'running', dueAt: minutes(2).toISOString() });
    await sweepAt(minutes(4));
    expect(stored(one)).toMatchObject({ status: 'running', dueAt: minutes(53).toISOString() });
  });
});
