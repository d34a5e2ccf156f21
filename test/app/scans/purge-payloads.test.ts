import { fullScan } from '#test/support/full-scan.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeAccount } from '#app/billing/change-account.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { log } from '#runtime/log.ts';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { dayMs } from '@scangate/domain/instant';
import type { Account, Scan } from '@scangate/domain/records';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import { statementOf } from '@scangate/domain/scans/pipeline/pipeline-statement';
import type { BlobKey } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { storedObjects, scanWithPayload } from '#test/support/scans/payloads.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { write } from '#test/support/world.ts';

/** The objects of a scan of one unit: gate inputs, assessment, findings, result and SBOM. */
const whole = 5;

const today = '2027-06-01T00:30:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString();
const openedAt = daysAgo(800);

let store: MemoryStore;
let blobs: MemoryBlobs;
let removed: string[];
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  blobs = new MemoryBlobs();
  removed = [];
});

const remover = {
  get: (key: BlobKey) => blobs.get(key),
  remove: async (key: BlobKey) => {
    removed.push(key.name);
    await blobs.remove(key);
  },
};
const run = (at = today, on: Store = store, signal = new AbortController().signal) =>
  purgeExpiredPayloads({ store: on, blobs: remover, log } as never, {
    ...taskContextAt(new Date(at)),
    signal,
  });

const open = (order: Partial<NewOrganization> = {}) => provisionAccount(store, openedAt, order);
const withAccount = (id: string, change: Partial<Account>) =>
  changeAccount(
    id,
    {
      rule: (state) => ({
        state: { ...state, account: { ...state.account, ...change } },
        entries: [],
        auditNotes: [],
      }),
      now: openedAt,
    },
    store,
  );
const scanned = (id: string, days: number, more = {}) =>
  scanWithPayload({ store, blobs }, id, { at: daysAgo(days), ...more });
const remaining = (scans: Scan[]) => scans.map((scan) => storedObjects(blobs, scan));

describe('payloads are kept for exactly the retention of the plan', () => {
  test.each<[string, Partial<NewOrganization>, Partial<Account>, number]>([
    ['Free', { plan: 'Free' }, {}, 30],
    ['Starter', { plan: 'Starter' }, {}, 90],
    ['Team', { plan: 'Team' }, {}, 365],
    ['Team, shortened', { plan: 'Team' }, { retentionDays: 14, retentionChosen: true }, 14],
    [
      'Regulated, chosen',
      { plan: 'Regulated', credits: { core: 1 } },
      { retentionDays: 400, retentionChosen: true },
      400,
    ],
    ['Team that ended and was not renewed yet', { plan: 'Team' }, { endsAt: daysAgo(0) }, 30],
  ])('%s', async (_plan, order, change, days) => {
    const id = await open(order);
    if (Object.keys(change).length > 0) await withAccount(id, change);
    const scans = [await scanned(id, days + 1), await scanned(id, days), await scanned(id, days - 1)];
    expect(await run()).toMatchObject({ scans: 1, visited: 1, failed: 0, finished: true });
    expect(remaining(scans)).toEqual([0, whole, whole]);
  });

  test('Regulated, with the default preference of the plan: without a limit', async () => {
    const id = await open({ plan: 'Regulated', credits: { core: 1 } });
    const scan = await scanned(id, 790);
    expect(await run()).toMatchObject({ scans: 0 });
    expect(storedObjects(blobs, scan)).toBe(whole);
  });

  test('of a client: as long as its parent', async () => {
    const parent = await open({ plan: 'Team' });
    const client = await open({ parent });
    const scans = [await scanned(client, 366), await scanned(client, 60)];
    await run();
    expect(remaining(scans)).toEqual([0, whole]);
  });
});

describe('a purge', () => {
  test('removes every object of every unit and does not change the scan', async () => {
    const id = await open();
    const scan = await scanned(id, 40, { units: 3, status: 'failed' });
    await run();
    expect(storedObjects(blobs, scan)).toBe(0);
    expect(removed).toHaveLength(1 + 3 * 4);
    expect(store.all('scan')).toEqual([scan]);
  });

  test('removes what the pipelines of purged scans said, and of no others', async () => {
    const id = await open();
    const scans = [await scanned(id, 40), await scanned(id, 20)];
    const digests = await Promise.all(
      scans.map(async ({ organizationId, scanId }) => {
        const { digest = '', content = '' } = statementOf({ ci: fullScan.ci }, {}, scanId) ?? {};
        await blobs.put({ area: 'pipelines', organizationId, name: digest }, content);
        const set = { pipelineDigest: digest };
        await write(store, [{ change: 'update', record: 'scan', id: { organizationId, scanId }, set }]);
        return digest;
      }),
    );
    await run();
    const kept = [...blobs.objects.keys()].filter((name) => name.startsWith('pipelines/'));
    expect(kept).toEqual([`pipelines/${id}/${digests[1]}`]);
  });

  test('removes later judgments and leaves the first verdict', async () => {
    const id = await open();
    const { organizationId, scanId, ...scan } = await scanned(id, 40);
    const { judgments, judgmentsVersion } = fullScan;
    const set = { judgments, judgmentsVersion, verdict: fullScan.verdict };
    await write(store, [{ change: 'update', record: 'scan', id: { organizationId, scanId }, set }]);
    await run();
    const { judgments: _removed, ...rest } = set;
    expect(store.all('scan')).toEqual([{ organizationId, scanId, ...scan, ...rest }]);
  });

  test('keeps a scan that has not ended, however old, and those after it', async () => {
    const id = await open();
    const scans = [
      await scanned(id, 50),
      await scanned(id, 40, { status: 'running' }),
      await scanned(id, 39),
    ];
    await run();
    expect(remaining(scans)).toEqual([0, whole, whole]);
    const [, stuck] = scans;
    await store.commit([
      {
        change: 'update',
        record: 'scan',
        id: { organizationId: id, scanId: stuck!.scanId },
        set: { status: 'failed', finishedAt: daysAgo(35) },
      },
    ]);
    await run(daysAgo(-1));
    expect(remaining(scans)).toEqual([0, 0, 0]);
  });

  test('keeps the payloads of another organization', async () => {
    const [free, team] = [await open(), await open({ plan: 'Team' })];
    const scans = [await scanned(free, 40), await scanned(team, 40)];
    await run();
    expect(remaining(scans)).toEqual([0, whole]);
  });
});

describe('purges on successive days', () => {
  test('remove each payload once and continue after the last one', async () => {
    const id = await open();
    const scans: Scan[] = [];
    for (let days = 100; days > 20; days--) scans.push(await scanned(id, days));
    await run();
    expect(removed).toHaveLength(whole * 70);
    for (let day = 1; day <= 5; day++) await run(daysAgo(-day));
    expect(removed).toHaveLength(whole * 75);
    expect(new Set(removed).size).toBe(removed.length);
    expect(remaining(scans)).toEqual(scans.map((_scan, index) => (index < 75 ? 0 : whole)));
  });

  test('read one page of each list and write only the position of the walk when nothing is due', async () => {
    const id = await open();
    for (let scans = 0; scans < 60; scans++) await scanned(id, 3);
    const list = vi.spyOn(store, 'list');
    await run();
    expect(list.mock.calls.map(([name]) => name)).toEqual(['trackedFindings', 'scans']);
    expect(store.all('jobPosition').map(({ job }) => job)).toEqual(Array(8).fill('purge-payloads'));
  });

  test('keep what is still stored after a change to a longer retention', async () => {
    const id = await open();
    const scans = [await scanned(id, 40), await scanned(id, 20)];
    await run();
    await withAccount(id, { plan: 'Team', retentionDays: 365 });
    await run(daysAgo(-30));
    expect(remaining(scans)).toEqual([0, whole]);
  });
});

describe('a failure', () => {
  test('of one organization does not stop the others, and fails the run so that its alarm is raised', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => open()));
    const scans = await Promise.all(ids.map((id) => scanned(id, 40)));
    const broken: Store = Object.assign(Object.create(null) as Store, {
      load: store.load,
      get: store.get,
      listDue: store.listDue,
      commit: store.commit.bind(store),
      list: (...args: Parameters<Store['list']>) =>
        JSON.stringify(args[1]).includes(String(ids[3]))
          ? Promise.reject(new Error('not this one'))
          : store.list(...args),
    });
    await expect(run(today, broken)).rejects.toThrow('1 organizations could not be purged');
    expect(remaining(scans).filter((objects) => objects > 0)).toEqual([whole]);
    expect(await run()).toMatchObject({ scans: 1, finished: true });
  });

  test('to finish in time stops the run between two scans, and the next one continues', async () => {
    const id = await open();
    for (let days = 100; days > 40; days--) await scanned(id, days);
    const timeUp = new AbortController();
    const commit = store.commit.bind(store);
    let commits = 0;
    vi.spyOn(store, 'commit').mockImplementation((changes) => {
      if (++commits === 2) timeUp.abort();
      return commit(changes);
    });
    const first = await run(today, store, timeUp.signal);
    expect(first.finished).toBe(false);
    expect(removed.length).toBeLessThan(whole * 60);
    await run();
    expect(new Set(removed).size).toBe(whole * 60);
    expect(blobs.objects.size).toBe(0);
  });
});

describe('over DynamoDB', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  test('a purge continues page by page from its position', async () => {
    const id = await provisionAccount(database.store, openedAt);
    for (let days = 60; days > 0; days--)
      await scanWithPayload({ store: database.store, blobs }, id, { at: daysAgo(days) });
    expect(await run(today, database.store)).toMatchObject({ scans: 30, finished: true });
    expect(await run(daysAgo(-2), database.store)).toMatchObject({ scans: 2, finished: true });
    expect(removed).toHaveLength(whole * 32);
    expect(new Set(removed).size).toBe(removed.length);
    expect(blobs.objects.size).toBe(whole * 28);
  });
});
