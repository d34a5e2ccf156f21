import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { listScans } from '#app/scans/list-scans.ts';
import type { Scan, ScanStatus } from '@scangate/domain/records';
import type { ScanFilter } from '@scangate/domain/scans/listing/scan-filter';
import { listBegunScan, listEndedScan } from '@scangate/domain/scans/listing/scan-listings';
import { fullRecords } from '#test/support/full-records.ts';
import { later, write } from '#test/support/world.ts';

const organizationId = 'o-1';
const now = later(100_000);
const statuses: ScanStatus[] = ['completed', 'completed', 'failed', 'cancelled'];
const verdicts = { completed: 'PASS', failed: 'ERROR', cancelled: 'ERROR' } as const;

let store: MemoryStore;
let read: { listings: number; scans: number; calls: number };
let scans: Scan[];
/** Large scans end a page of the store before its limit. */
let scansThatFit: number;

/** Ids sort by time, as those of the service do. */
const idAt = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const insert = async (index: number): Promise<Scan> => {
  const status = statuses[index % statuses.length] as keyof typeof verdicts;
  const scan: Scan = {
    ...fullRecords.scan,
    scanId: idAt(index),
    repositoryId: `r-${index % 3}`,
    commitHash: String(index % 50).padStart(40, '0'),
    branch: `b-${index % 7}`,
    status,
    createdAt: later(index).toISOString(),
    verdict: { ...fullRecords.scan.verdict, verdict: verdicts[status] },
  };
  const ended = listEndedScan(scan, { verdict: verdicts[status] });
  await write(store, [{ change: 'insert', record: 'scan', item: scan }, ...listBegunScan(scan), ...ended]);
  return scan;
};

/** A store that counts what it reads. */
const counting = () => ({
  list: (async (list, owner, page) => {
    const { limit = scansThatFit } = page ?? {};
    const fitting = { ...page, limit: Math.min(limit, scansThatFit) };
    const found = await store.list(list, owner, list === 'scans' ? fitting : page);
    read.calls++;
    read[list === 'scans' ? 'scans' : 'listings'] += found.items.length;
    return found;
  }) as MemoryStore['list'],
  load: (async (refs, options) => {
    read.calls++;
    read.scans += refs.length;
    return store.load(refs, options);
  }) as MemoryStore['load'],
});

beforeEach(async () => {
  store = new MemoryStore();
  scans = [];
  for (let index = 0; index < 400; index++) scans.push(await insert(index));
  read = { listings: 0, scans: 0, calls: 0 };
  scansThatFit = Infinity;
});

const find = (filter: ScanFilter, { limit = 10, cursor }: { limit?: number; cursor?: string } = {}) =>
  listScans({ organizationId, filter, limit, cursor }, counting(), now);

const walk = async (filter: ScanFilter, limit: number): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await find(filter, { limit, ...(cursor !== undefined && { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ scanId }) => scanId));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return ids;
};

const filters: ScanFilter[] = [
  {},
  { commit: '7'.padStart(40, '0') },
  { branch: 'b-3' },
  { repositoryId: 'r-1' },
  { verdict: 'ERROR' },
  { status: 'failed' },
  { status: 'completed' },
  { branch: 'b-3', verdict: 'PASS' },
  { repositoryId: 'r-2', status: 'cancelled' },
  { commit: '7'.padStart(40, '0'), repositoryId: 'r-1', status: 'completed' },
  { branch: 'b-9' },
];

/** The newest scans, among which queued ones are looked for. */
const newest = 25;

describe('a filter', () => {
  test.each(filters)(
    'finds the same as examining every scan, newest first, in pages of any size: %j',
    async (filter) => {
      const expected = scans
        .filter(
          (scan) =>
            (filter.commit ?? scan.commitHash) === scan.commitHash &&
            (filter.branch ?? scan.branch) === scan.branch &&
            (filter.repositoryId ?? scan.repositoryId) === scan.repositoryId &&
            (filter.status ?? scan.status) === scan.status &&
            (filter.verdict ?? scan.verdict?.verdict) === scan.verdict?.verdict,
        )
        .map(({ scanId }) => scanId)
        .toReversed();
      for (const limit of [1, 7, 100]) expect(await walk(filter, limit)).toEqual(expected);
    },
  );

  test.each([
    [{ commit: '7'.padStart(40, '0') }, { listings: 8, scans: 8 + newest, calls: 3 }],
    [{ branch: 'b-3' }, { listings: 10, scans: 10 + newest, calls: 3 }],
    [{ verdict: 'ERROR' }, { listings: 10, scans: 10, calls: 2 }],
    [{}, { listings: 0, scans: 10, calls: 1 }],
    // The listings of the commit decide about the repository, so that few scans are read.
    [
      { commit: '7'.padStart(40, '0'), repositoryId: 'r-1' },
      { listings: 8, scans: 3 + newest, calls: 3 },
    ],
    [{ branch: 'b-9' }, { listings: 0, scans: newest, calls: 2 }],
  ] as [ScanFilter, typeof read][])('reads no more than it needs: %j', async (filter, expected) => {
    await find(filter);
    expect(read).toEqual(expected);
  });

  test('that matches nothing reads a bounded part and returns a cursor', async () => {
    for (let index = 400; index < 2_400; index++) await insert(index);
    const page = await find({ verdict: 'ERROR', repositoryId: 'r-9' });
    expect([page.items, page.cursor !== undefined]).toEqual([[], true]);
    expect(read).toEqual({ listings: 1_000, scans: 0, calls: 10 });
  });

  test('finds queued scans, which are in no index yet, once and in order', async () => {
    const queuedAt = async (index: number) => {
      const { verdict: _none, startedAt: _never, finishedAt: _open, ...rest } = fullRecords.scan;
      const scan: Scan = {
        ...rest,
        scanId: idAt(index),
        branch: 'new',
        status: 'queued',
        createdAt: later(index).toISOString(),
      };
      await write(store, [{ change: 'insert', record: 'scan', item: scan }]);
      return scan;
    };
    const [first, begun, last] = [await queuedAt(400), await queuedAt(401), await queuedAt(402)];
    const begin = { ...begun, status: 'running' as const, startedAt: later(500).toISOString() };
    const { organizationId: _owner, scanId: _id, ...set } = begin;
    await write(store, [{ change: 'update', record: 'scan', id: begun, set }, ...listBegunScan(begun)]);
    const ids = [last, begun, first].map(({ scanId }) => scanId);
    expect((await find({ branch: 'new' })).items.map(({ scanId }) => scanId)).toEqual(ids);
    expect((await find({ branch: 'new', status: 'queued' })).items).toHaveLength(2);
    expect((await find({ branch: 'new', verdict: 'PASS' })).items).toEqual([]);
    const page = await find({ branch: 'new' }, { limit: 1 });
    expect([page.items[0]?.scanId, page.cursor]).toEqual([last.scanId, last.scanId]);
    expect(await walk({ branch: 'new' }, 1)).toEqual(ids);
    scansThatFit = 1;
    expect((await find({ branch: 'new' })).items.map(({ scanId }) => scanId)).toEqual(ids);
  });

  test('ends with a page that large scans have filled, and continues after it', async () => {
    scansThatFit = 3;
    const page = await find({}, { limit: 50 });
    expect([page.items.length, page.cursor, read.calls]).toEqual([3, idAt(397), 1]);
    expect(await walk({}, 50)).toEqual(scans.map(({ scanId }) => scanId).toReversed());
  });

  test.each([{ branch: 'large' }, { repositoryId: 'r-large' }, {}] as ScanFilter[])(
    'by %j fits into the response of a function, whatever the number of units',
    async (filter) => {
      const [unit] = fullRecords.scan.units;
      if (!unit) throw new Error('a scan has a unit');
      const units = Array.from({ length: 1_000 }, (_, index) => ({
        ...unit,
        path: `${'ü'.repeat(500)}${index}`,
      }));
      const ids: string[] = [];
      for (let index = 400; index < 409; index++) {
        const scan = {
          ...fullRecords.scan,
          branch: 'large',
          repositoryId: 'r-large',
          scanId: idAt(index),
          units,
        };
        await write(store, [
          { change: 'insert', record: 'scan', item: scan },
          ...listBegunScan(scan),
          ...listEndedScan(scan, { verdict: 'PASS' }),
        ]);
        ids.unshift(scan.scanId);
      }
      const { items } = await find(filter, { limit: 100 });
      expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(5_500_000);
      expect((await walk(filter, 100)).slice(0, 9)).toEqual(ids);
    },
  );

  test('for active scans stops at those of the day before', async () => {
    const page = await find({ status: 'running' });
    expect([page, read.calls]).toEqual([{ items: [] }, 1]);
  });
});
