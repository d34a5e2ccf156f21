import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { beginWait } from '#app/scans/waiting/begin-wait.ts';
import { recheckOpenWaits } from '#app/scans/waiting/recheck-open-waits.ts';
import type { Scan } from '@scangate/domain/records';
import { releaseDedup } from '@scangate/domain/scans/dedup';
import { createdScan, workflowWorld } from '#test/support/scans/workflow.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon, testIds, write } from '#test/support/world.ts';

const clock = { sleep: async () => undefined, elapsedMs: () => 0, now: () => noon };

/** Begins a wait for a scan of so many units, and records which records are read. */
const waitFor = async (units: number, { followsUnits = false } = {}) => {
  const store = new MemoryStore();
  const { scan: created } = await createdScan(workflowWorld(store), [['', 'npm']]);
  const { organizationId, scanId } = created;
  const scan = { ...created, units: Array.from({ length: units }, () => created.units).flat() };
  const reads: string[] = [];
  const get = ((record: 'scan', id: never) => {
    reads.push(record);
    return store.get(record, id);
  }) as MemoryStore['get'];
  const counted = { get, list: store.list.bind(store), commit: store.commit.bind(store) };
  const ports = { store: counted, ids: testIds, log: silentLog, clock, credential: undefined };
  const request = { organizationId, scanId, timeoutSeconds: 300, intervalSeconds: 10, requestedAt: noon };
  const { watch } = await beginWait({ ...request, followsUnits }, ports, noon);
  let latest: Scan = scan;
  const look = async (isLast = false) => {
    reads.length = 0;
    const read = await watch.load({ latest, isLast });
    // The stored scan has one unit only, until a test writes it.
    if (read && read.units.length > 1) latest = read;
    return { scan: read, reads: [...reads] };
  };
  return { store, scan, look };
};

type Waiting = Awaited<ReturnType<typeof waitFor>>;

test('a look at a scan of more than 40 units reads a small row, and the last one reads the scan', async () => {
  const { scan, look } = await waitFor(41);
  expect(await look()).toEqual({ scan, reads: ['dedup'] });
  expect(await look(true)).toMatchObject({ scan: { scanId: scan.scanId }, reads: ['scan'] });
});

test('a scan of 40 units is looked at itself', async () => {
  const { look } = await waitFor(40);
  expect((await look()).reads).toEqual(['scan']);
});

describe('a wait that tells the progress of the units of a large scan', () => {
  /** Writes the scan as it begins, or as a batch of its units was charged. */
  const change = ({ store, scan }: Waiting, set: Partial<Scan>, version: number) => {
    const { organizationId, scanId } = scan;
    const units = scan.units.map((unit) => ({ ...unit, status: 'running' as const }));
    const fields = { status: 'running' as const, units, ...set, unitsVersion: scan.unitsVersion + version };
    return write(store, [{ change: 'update', record: 'scan', id: { organizationId, scanId }, set: fields }]);
  };

  test('looks at the scan until its units are known, then at the small row, and last at the scan', async () => {
    const waiting = await waitFor(1_000, { followsUnits: true });
    const { look } = waiting;
    expect((await look()).reads).toEqual(['scan']);
    expect((await look()).reads).toEqual(['scan']);
    await change(waiting, {}, 1);
    const begun = await look();
    expect([begun.reads, begun.scan?.units[0]?.status]).toEqual([['scan'], 'running']);
    await change(waiting, { units: [...waiting.scan.units, ...waiting.scan.units] }, 2);
    const grown = await look();
    expect([grown.reads, grown.scan?.units.length]).toEqual([['scan'], 2_000]);
    expect((await look()).reads).toEqual(['scan']);
    for (let looks = 0; looks < 5; looks++) expect((await look()).reads).toEqual(['dedup']);
    expect((await look(true)).reads).toEqual(['scan']);
  });

  test('sees the end by the first look at the row', async () => {
    const waiting = await waitFor(41, { followsUnits: true });
    const { look, scan, store } = waiting;
    await change(waiting, {}, 1);
    await look();
    await look();
    expect((await look()).reads).toEqual(['dedup']);
    await change(waiting, { status: 'failed', verdict: { verdict: 'ERROR' } as never }, 2);
    await write(store, releaseDedup(scan, false, noon));
    expect(await look()).toMatchObject({ scan: { verdict: { verdict: 'ERROR' } }, reads: ['dedup', 'scan'] });
  });
});

test('the end of a large scan is seen by the first look at its row', async () => {
  const { store, scan, look } = await waitFor(41);
  const { organizationId, scanId } = scan;
  const set = { status: 'failed', verdict: { verdict: 'ERROR' } } as never;
  await write(store, [
    { change: 'update', record: 'scan', id: { organizationId, scanId }, set },
    ...releaseDedup(scan, false, noon),
  ]);
  expect(await look()).toMatchObject({ scan: { verdict: { verdict: 'ERROR' } }, reads: ['dedup', 'scan'] });
});

test('when another scan takes the row, the scan is looked at itself from then on', async () => {
  const { store, scan, look } = await waitFor(41);
  const { organizationId, repositoryId, dedupDigest: digest = '' } = scan;
  const id = { organizationId, repositoryId, digest };
  await write(store, [{ change: 'update', record: 'dedup', id, set: { scanId: 'another' } }]);
  expect((await look()).reads).toEqual(['dedup', 'scan']);
  expect((await look()).reads).toEqual(['scan']);
});

test('a wait that looks at a small row learns at its next look that a credential has ended', async () => {
  const { store, scan, look } = await waitFor(41);
  await recheckOpenWaits(scan.organizationId, store, noon);
  expect(await look()).toMatchObject({
    scan: { credentialsEndedAt: noon.toISOString() },
    reads: ['dedup', 'scan'],
  });
});

test('the row of a scan that only an event stream follows is marked, too, so that later waits can look at it', async () => {
  const { store, scan, look } = await waitFor(41, { followsUnits: true });
  const { organizationId, repositoryId, dedupDigest: digest = '' } = scan;
  await recheckOpenWaits(organizationId, store, noon);
  const row = await store.get('dedup', { organizationId, repositoryId, digest });
  expect(row?.credentialsEndedAt).toBe(noon.toISOString());
  expect(await look()).toMatchObject({ scan: { credentialsEndedAt: noon.toISOString() }, reads: ['scan'] });
});
