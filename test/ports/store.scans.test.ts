import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { listBegunScan, listEndedScan } from '@scangate/domain/scans/listing/scan-listings';
import { listAll, type Store } from '#ports/store.ts';
import { fullRecords } from '../support/full-records.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { noon, testIds } from '../support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

const stores: [string, () => Store][] = [
  ['the store in memory', () => new MemoryStore()],
  ['the store over DynamoDB', () => database.store],
];

const scanChanges = (organizationId: string, scanId: string): Change[] => {
  const scan = { ...fullRecords.scan, organizationId, scanId };
  return [
    { change: 'insert', record: 'scan', item: scan },
    ...listBegunScan(scan),
    ...listEndedScan(scan, { verdict: 'PASS' }),
  ];
};

/** An organization with scans, and another one beside it. @returns their ids, oldest first. */
const organizationWith = async (store: Store, count: number) => {
  const organizationId = testIds.uuid();
  const scanIds: string[] = [];
  for (let made = 0; made < count; made++) {
    const scanId = testIds.scanId(noon);
    await store.commit(scanChanges(organizationId, scanId));
    if (made % 10 === 0) await store.commit(scanChanges(testIds.uuid(), testIds.scanId(noon)));
    scanIds.push(scanId);
  }
  return { organizationId, scanIds };
};

describe.each(stores)('%s', (_name, make) => {
  test('lists the scans of an organization page by page as sorting all of them does, in both directions', async () => {
    const store = make();
    const { organizationId, scanIds } = await organizationWith(store, 90);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.boolean(), async (limit, newestFirst) => {
        const list = { list: 'scans', owner: { organizationId }, limit, newestFirst } as const;
        const listed = await Array.fromAsync(listAll(store, list));
        const expected = newestFirst ? scanIds.toReversed() : scanIds;
        expect(listed.map(({ scanId }) => scanId)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });

  test('continues a list of scans after any id, even one that no scan has', async () => {
    const store = make();
    const { organizationId, scanIds } = await organizationWith(store, 40);
    const other = testIds.scanId(noon);
    const later = testIds.scanId(noon);
    await store.commit(scanChanges(organizationId, later));
    const after = async (cursor: string) =>
      (await store.list('scans', { organizationId }, { cursor, limit: 3 })).items.map(({ scanId }) => scanId);
    expect(await after(other)).toEqual(scanIds.toReversed().slice(0, 3));
    expect(await after(scanIds[20] ?? '')).toEqual(scanIds.slice(17, 20).toReversed());
    expect(await after(scanIds[0] ?? '')).toEqual([]);
  });

  test.each([
    ['commit', fullRecords.scan.commitHash],
    ['repository', fullRecords.scan.repositoryId],
    ['verdict', 'PASS'],
  ] as const)('lists the scans of a %s, newest first', async (lookup, value) => {
    const store = make();
    const { organizationId, scanIds } = await organizationWith(store, 20);
    const list = { list: 'scanListings', owner: { organizationId, lookup, value }, limit: 7 } as const;
    const listed = await Array.fromAsync(listAll(store, list));
    expect(listed.map(({ scanId }) => scanId)).toEqual(scanIds.toReversed());
  });
});

test('a page of large scans over DynamoDB ends at 1 MB, and its cursor continues with the rest', async () => {
  const { store } = database;
  const organizationId = testIds.uuid();
  const error = randomBytes(300 * 1024)
    .toString('base64url')
    .slice(0, 300 * 1024);
  const scanIds = Array.from({ length: 8 }, () => testIds.scanId(noon));
  for (const scanId of scanIds)
    await store.commit([
      { change: 'insert', record: 'scan', item: { ...fullRecords.scan, organizationId, scanId, error } },
    ]);
  const sizes: number[] = [];
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list('scans', { organizationId }, { ...(cursor !== undefined && { cursor }) });
    sizes.push(page.items.length);
    listed.push(...page.items.map(({ scanId }) => scanId));
    ({ cursor } = page);
  } while (cursor !== undefined);
  expect(listed).toEqual(scanIds.toReversed());
  expect(sizes).toEqual([3, 3, 2]);
});
