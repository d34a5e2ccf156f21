import { loadAccount } from '../../functions/billing/load-account.ts';
import { sweep } from '../../functions/jobs/sweep-scans.ts';
import { endScan } from '../../functions/workflow/scan/end-scan.ts';
import { finishScan } from '../../functions/workflow/scan/finish.ts';
import { endOfExecution } from '../../functions/workflow/scan/on-execution-ended.ts';
import { prepareScan, type Prepared } from '../../functions/workflow/scan/prepare.ts';
import { adjustPool } from '../../lib/domain/billing/adjust-pool.ts';
import { LicensesMoved } from '../../lib/domain/billing/licenses.ts';
import { PoolMoved } from '../../lib/domain/billing/refund-scan.ts';
import { changesOf } from '../../lib/domain/billing/state.ts';
import { Problem } from '../../lib/domain/problem.ts';
import type { Pool, Repository } from '../../lib/domain/records.ts';
import type { Caller } from '../../lib/domain/roles.ts';
import { AlreadyScanned } from '../../lib/domain/scans/dedup.ts';
import { loadFacts } from '../../functions/api/create-scan/load-facts.ts';
import { planScan, resolveOrder } from '../../lib/domain/scans/plan-scan.ts';
import type { UnitType } from '../../lib/domain/scans/project-unit.ts';
import { refusalError, type Store } from '../../lib/ports/store.ts';
import type { Books } from './ledger.ts';
import { scanUnitAs, stepAt, workflowWorld } from './workflow.ts';
import { newOrganization, newRepository, noon, testIds } from './world.ts';

/** One account that pays for two organizations, three repositories, and everything that moves its credits. */

export interface Started {
  organizationId: string;
  scanId: string;
  prepared?: Prepared;
}

export interface Economy {
  store: Store;
  world: ReturnType<typeof workflowWorld>;
  accountId: string;
  callers: Caller[];
  repositories: Repository[][];
  scans: Started[];
  now: Date;
}

const unitsOf = (count: number): [string, UnitType][] =>
  Array.from({ length: count }, (_, index) => [index === 0 ? '' : `u${index}`, 'go']);
/** Which units the commit holds of the repository's first ones, and how many more. */
const commits = [0, 1, 2, 3].map((number) => String(number).repeat(40));

export const openEconomy = async (store: Store, credits: number): Promise<Economy> => {
  const world = workflowWorld(store);
  const parent = await newOrganization(store, { credits: { core: credits } });
  const client = await newOrganization(store, { plan: 'Free', parent: parent.organizationId });
  const callers = [parent.as('member'), { ...client.as('member'), plan: 'Team' as const }];
  const repositories = [];
  for (const { organizationId } of callers) {
    const mine = [];
    for (const count of [1, 3, 42]) mine.push(await newRepository(store, organizationId, unitsOf(count)));
    repositories.push(mine);
  }
  for (const [number, commit] of commits.entries()) {
    const paths = [
      ...unitsOf(2 - (number % 2)).map(([path]) => path),
      ...Array.from({ length: number }, (_, n) => `new${n}`),
    ];
    world.sources.commits.set(
      commit,
      Object.fromEntries(paths.map((path) => [path === '' ? 'go.mod' : `${path}/go.mod`, ''])),
    );
  }
  return { store, world, accountId: parent.organizationId, callers, repositories, scans: [], now: noon };
};

const picked = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** Something that happens; run over a store, which may be one that takes turns. @returns what it said. */
export type Act = (economy: Economy, store: Store) => Promise<string>;

export const create =
  (who: number, which: number, commit: number): Act =>
  async (economy, store) => {
    const caller = picked(economy.callers, who);
    const repository = picked(economy.repositories[who % 2] ?? [], which);
    if (!caller || !repository) throw new Error('somebody creates something');
    const { organizationId } = caller;
    const order = { repositoryId: repository.repositoryId, commitHash: picked(commits, commit) ?? '' };
    const { facts } = await loadFacts(order, { caller, now: economy.now }, store, (stored) => stored);
    const resolved = resolveOrder(order, facts, economy.now);
    const { scan, changes } = planScan(resolved, facts, testIds.scanId(economy.now), economy.now);
    const refusal = await store.commit(changes);
    const error = refusal && refusalError(refusal);
    if (error instanceof AlreadyScanned) return 'found';
    if (error instanceof LicensesMoved) return 'moved';
    if (error instanceof Problem) return error.code;
    if (error) throw error;
    economy.scans.push({ organizationId, scanId: scan.scanId });
    return 'created';
  };

const ports = ({ world }: Economy, store: Store) => ({ ...world, store }) as never;

/** What is done to a scan; without any scan it is nothing. */
const toScan =
  (at: number, act: (scan: Started, economy: Economy, store: Store) => Promise<string>): Act =>
  async (economy, store) => {
    const scan = picked(economy.scans, at);
    return scan ? act(scan, economy, store) : 'nothing';
  };

export const prepare = (at: number): Act =>
  toScan(at, async (scan, economy, store) => {
    const { organizationId, scanId } = scan;
    scan.prepared = await prepareScan({ organizationId, scanId }, ports(economy, store), stepAt(economy.now));
    return scan.prepared.failure?.errorCode ?? 'prepared';
  });

export const finish = (at: number, failing: number): Act =>
  toScan(at, async (scan, economy, store) => {
    const { organizationId, scanId } = scan;
    const failure = { errorCode: 'system_error' as const, error: 'It broke.' };
    const state = scan.prepared ?? { organizationId, scanId, units: [], failure };
    const results = [];
    for (const [index, { projectUnitId }] of state.units.entries()) {
      const found = index === failing ? { failure } : {};
      results.push(await scanUnitAs(economy.world.blobs, { organizationId, scanId, projectUnitId }, found));
    }
    const { status } = await finishScan({ ...state, results }, ports(economy, store), stepAt(economy.now));
    return status;
  });

export const cancel = (at: number): Act =>
  toScan(at, async ({ organizationId, scanId }, economy, store) => {
    const ended = await endScan(
      { organizationId, scanId },
      () => ({ status: 'cancelled' }),
      ports(economy, store),
      economy.now,
    );
    return ended?.status ?? 'nothing';
  });

export const die = (at: number): Act =>
  toScan(at, async ({ organizationId, scanId }, economy, store) => {
    const input = JSON.stringify({ organizationId, scanId });
    await endOfExecution(
      { detail: { status: 'ABORTED', input } },
      ports(economy, store),
      stepAt(economy.now),
    );
    return 'died';
  });

export const sweepNow: Act = async (economy, store) => {
  await sweep({}, ports(economy, store), stepAt(economy.now));
  return 'swept';
};

/** Changes the pool as it is; who was slower reads it again. */
const changePool = async (
  { accountId }: Economy,
  store: Store,
  decide: (pool: Pool) => Parameters<Store['commit']>[0],
): Promise<string> => {
  for (;;) {
    const pool = await store.get('pool', { accountId, pool: 'core' }, { consistent: true });
    if (!pool) throw new Error('the pool is there');
    const refusal = await store.commit(decide(pool));
    if (!refusal) return 'changed';
    if (!(refusalError(refusal) instanceof PoolMoved)) throw refusalError(refusal);
  }
};

export const adjust =
  (amount: number): Act =>
  async ({ accountId, now }, store) => {
    const order = { adjustmentId: testIds.uuid(), pool: 'core' as const, amount, motif: 'support' };
    const at = now.toISOString();
    for (;;) {
      const state = await loadAccount(accountId, store);
      const refusal = await store.commit(changesOf(state, adjustPool(state, order, at), at));
      if (!refusal) return 'changed';
      if (!(refusalError(refusal) instanceof PoolMoved)) throw refusalError(refusal);
    }
  };

/** A refill as billing.md describes it: what is left of the included expires, what was bought stays. */
export const refill =
  (included: number): Act =>
  (economy, store) =>
    changePool(economy, store, (pool) => {
      const { accountId, available, consumed, purchased } = pool;
      const at = economy.now.toISOString();
      const kept = purchased - Math.max(0, consumed - pool.included);
      const entry = { accountId, pool: 'core' as const, at };
      const expired = available - kept;
      return [
        {
          change: 'update',
          record: 'pool',
          id: { accountId, pool: 'core' },
          set: { available: included + kept, included, purchased: kept, consumed: 0, periodStartAt: at },
          when: (['available', 'included', 'purchased', 'consumed', 'periodStartAt'] as const).map(
            (field) => ({
              field,
              is: 'equal' as const,
              value: pool[field],
            }),
          ),
          refused: () => new PoolMoved(),
        },
        {
          change: 'insert',
          record: 'ledgerEntry',
          item: { ...entry, cause: `refill#${testIds.uuid()}`, kind: 'grant', amount: included },
        },
        {
          change: 'insert',
          record: 'ledgerEntry',
          item: { ...entry, cause: `expire#${testIds.uuid()}`, kind: 'expire', amount: -expired },
        },
      ];
    });

const everyPage = async <T>(
  page: (cursor?: string) => Promise<{ items: T[]; cursor?: string }>,
): Promise<T[]> => {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    items.push(...next.items);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return items;
};

/** The books of the economy, read through its store. */
export const readBooks = async ({ store, accountId, callers }: Economy): Promise<Books> => {
  const pools = await store.load(
    [
      { record: 'pool', id: { accountId, pool: 'core' } },
      { record: 'pool', id: { accountId, pool: 'sast' } },
    ] as const,
    { consistent: true },
  );
  const at = (cursor?: string) => ({ limit: 1_000, ...(cursor !== undefined && { cursor }) });
  const ledgers = await Promise.all(
    (['core', 'sast'] as const).map((pool) =>
      everyPage((cursor) => store.list('ledger', { accountId, pool }, at(cursor))),
    ),
  );
  const scans = await Promise.all(
    callers.map(({ organizationId }) =>
      everyPage((cursor) => store.list('scans', { organizationId }, at(cursor))),
    ),
  );
  return { pools: pools.filter((pool) => pool !== undefined), entries: ledgers.flat(), scans: scans.flat() };
};
