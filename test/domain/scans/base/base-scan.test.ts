import { expect, test } from 'vitest';
import {
  baseScanId,
  claimBase,
  completeBase,
  isExpired,
  releaseBase,
  shareCompletedScan,
} from '@scangate/domain/scans/base/base-scan';
import { MemoryStore } from '#adapters/memory/store.ts';
import { later, noon } from '#test/support/world.ts';

const commitHash = 'b'.repeat(40);
const scan = {
  organizationId: 'o',
  repositoryId: 'r',
  scanId: 's-1',
  scanTypes: ['sca' as const],
  fullScope: false,
};
const id = baseScanId(scan, commitHash, { secrets: '1' });
const found = (store: MemoryStore) => store.get('baseScan', id);

test('one row is shared by scans of the same base, types, unit and versions of engines', () => {
  const digest = (given: object, versions = { secrets: '1' }, commit = commitHash) =>
    baseScanId({ ...scan, ...given }, commit, versions).digest;
  expect(digest({ scanId: 's-2' })).toBe(id.digest);
  const others = [
    digest({ scanTypes: ['sca', 'secrets'] }),
    digest({ fullScope: true }),
    digest({ projectUnitId: 'u' }),
    digest({}, { secrets: '2' }),
    digest({}, { secrets: '1' }, 'c'.repeat(40)),
  ];
  expect(new Set([id.digest, ...others]).size).toBe(6);
});

test('of two scans that claim a base concurrently, one assesses it', async () => {
  const store = new MemoryStore();
  const claim = (scanId: string) => claimBase(id, { scanId, commitHash, found: undefined }, noon);
  expect(await store.commit([claim('s-1')])).toBeUndefined();
  expect(await store.commit([claim('s-2')])).toBeDefined();
  expect(await found(store)).toMatchObject({ scanId: 's-1', state: 'scanning' });
});

test('a claim that expired is taken over, and its former owner can no longer complete it', async () => {
  const store = new MemoryStore();
  await store.commit([claimBase(id, { scanId: 's-1', commitHash, found: undefined }, noon)]);
  const row = await found(store);
  if (!row) throw new Error('there is no row');
  expect([isExpired(row, noon), isExpired(row, later(30 * 60))]).toEqual([false, true]);
  expect(await store.commit([claimBase(id, { scanId: 's-2', commitHash, found: row }, later(1800))])).toBe(
    undefined,
  );
  expect(await store.commit([completeBase(id, { scanId: 's-1', units: [] }, noon)])).toBeDefined();
  expect(await store.commit([completeBase(id, { scanId: 's-2', units: [] }, later(1900))])).toBe(undefined);
  expect(await found(store)).toMatchObject({ state: 'completed', origin: 'compared', scanId: 's-2' });
});

test('a base that could not be assessed is free at once', async () => {
  const store = new MemoryStore();
  await store.commit([claimBase(id, { scanId: 's-1', commitHash, found: undefined }, noon)]);
  await store.commit([releaseBase(id, 's-1', noon)]);
  const row = await found(store);
  expect(row && isExpired(row, noon)).toBe(true);
});

test('a completed scan of the commit is shared with its units', async () => {
  const store = new MemoryStore();
  const unit = { projectUnitId: 'u', path: '', type: 'npm' as const };
  const units = [{ ...unit, status: 'completed' as const, charge: {} }];
  const shared = { scan: { scanId: 's-0', commitHash, units }, found: undefined };
  await store.commit([shareCompletedScan(id, shared, noon)]);
  expect(await found(store)).toMatchObject({ origin: 'own', state: 'completed', units: [unit] });
});
