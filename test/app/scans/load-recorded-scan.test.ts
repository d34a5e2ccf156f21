import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { loadRecordedScan } from '#app/scans/load-recorded-scan.ts';
import { refuseScan } from '@scangate/domain/scans/fairness/refused-scan';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { currentBackoff, installBackoff } from '#ports/backoff.ts';
import { createdScan, taskContextAt, workflowWorld } from '#test/support/scans/workflow.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { noon, testIds } from '#test/support/world.ts';

const installed = currentBackoff();
let sleptMs: number;
let meanwhile: (sleptMs: number) => Promise<unknown>;

beforeEach(() => {
  sleptMs = 0;
  meanwhile = async () => undefined;
  const sleep = async (delayMs: number) => {
    sleptMs += delayMs;
    await meanwhile(sleptMs);
  };
  installBackoff({ sleep, random: () => 0 });
});
afterEach(() => installBackoff(installed));

test('a scan that is recorded is loaded without waiting', async () => {
  const world = workflowWorld();
  const { ref } = await createdScan(world, [['', 'npm']]);
  expect(await loadRecordedScan(ref, world.store)).toMatchObject(ref);
  expect(sleptMs).toBe(0);
});

test('an execution that begins before its scan is recorded waits for it', async () => {
  const [written, store] = [new MemoryStore(), new MemoryStore()];
  const { scan, ref } = await createdScan(workflowWorld(written), [['', 'npm']]);
  meanwhile = async (soFar) => {
    if (soFar > 3_000 && store.all('scan').length === 0)
      await store.commit([{ change: 'insert', record: 'scan', item: scan }]);
  };
  expect(await loadRecordedScan(ref, store)).toEqual(scan);
  expect(sleptMs).toBeLessThan(5_000);
});

test('an execution whose scan lost against an equal one ends at its next look', async () => {
  const world = workflowWorld();
  const { ref } = await createdScan(world, [['', 'npm']]);
  const lost = { ...ref, scanId: testIds.uuid() };
  meanwhile = async (soFar) => {
    if (soFar === 50) await world.store.commit([refuseScan(lost, noon)] as never);
  };
  expect(await loadRecordedScan(lost, world.store)).toBeUndefined();
  expect(sleptMs).toBe(50);
});

test('an execution whose refusal was not recorded waits for 10 s, writes nothing and ends without a failure', async () => {
  const world = workflowWorld();
  const store = world.store as MemoryStore;
  const { ref } = await createdScan(world, [['', 'npm']]);
  const before = allRecords(store);
  const unknown = { ...ref, scanId: testIds.uuid() };
  const prepared = await prepareScan(unknown, world as never, taskContextAt());
  expect(prepared).toEqual({ ...unknown, units: [], groups: [], isUnrecorded: true });
  expect(sleptMs).toBe(10_000);
  const state = { ...prepared, results: [] } as never;
  expect(await finishScan(state, world as never, taskContextAt())).toEqual({ status: 'unknown' });
  expect(allRecords(store)).toEqual(before);
});

test('a scan that is recorded between the two steps of such an execution stays queued for the sweep', async () => {
  const [written, store] = [new MemoryStore(), new MemoryStore()];
  const { scan, ref } = await createdScan(workflowWorld(written), [['', 'npm']]);
  const world = workflowWorld(store);
  const prepared = await prepareScan(ref, world as never, taskContextAt());
  await store.commit([{ change: 'insert', record: 'scan', item: scan }]);
  await finishScan({ ...prepared, results: [] } as never, world as never, taskContextAt());
  expect(store.all('scan')).toEqual([scan]);
});
