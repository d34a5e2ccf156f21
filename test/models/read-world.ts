import { billingState, loadAccount } from '#app/billing/load-account.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { canonicalJson } from '@scangate/engines/model/digest';
import type { RecordRef } from '@scangate/domain/change';
import type {
  Account,
  Pool,
  Dedup,
  LedgerEntry,
  License,
  LicenseMonth,
  Repository,
  Scan,
} from '@scangate/domain/records';
import { listAll } from '#ports/store.ts';
import { violationsOf } from '../support/billing/money-invariants.ts';
import { licenseViolations, poolViolations, observeState } from './pool-invariants.ts';
import { monthsBy, plusMonths } from './model-calendar.ts';
import { people, type BillingWorld } from './billing-world.ts';
import { observe, type Customer, type ModelPool } from './account-model.ts';
import { isActive, type BillingModel, type ModelScan } from './scan-model.ts';

/** All that is written about an economy. */
export interface StoredRecords {
  state: BillingState;
  entries: LedgerEntry[];
  scans: Scan[];
  repositories: Repository[];
  dedup: Dedup[];
  licenses: License[];
  months: LicenseMonth[];
}

const isThere = <T>(record: T | undefined): record is T => record !== undefined;

const fromMemory = (store: MemoryStore, accountId: string): StoredRecords => {
  const pools = store.all('pool');
  const [core, sast] = ['core', 'sast'].map((name) => pools.find(({ pool }) => pool === name));
  const account = store.all('account').find((one) => one.accountId === accountId);
  return {
    state: billingState(account as Account, core as Pool, sast as Pool),
    entries: store.all('ledgerEntry'),
    scans: store.all('scan'),
    repositories: store.all('repository'),
    dedup: store.all('dedup'),
    licenses: store.all('license'),
    months: store.all('licenseMonth'),
  };
};

const loaded = async <R extends RecordRef>(
  { store }: BillingWorld,
  refs: readonly R[],
): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (let from = 0; from < refs.length; from += 100)
    found.push(...(await store.load(refs.slice(from, from + 100), { consistent: true })));
  return found.filter(isThere);
};

/** By the lists a store has; licences of this month only, as nothing lists them. */
const fromStore = async (economy: BillingWorld): Promise<StoredRecords> => {
  const { store, accountId, organizations, repositories, now } = economy;
  const month = now.toISOString().slice(0, 7);
  const state = await loadAccount(accountId, store);
  const entries: LedgerEntry[] = [];
  for (const pool of ['core', 'sast'])
    entries.push(...(await Array.fromAsync(listAll(store, 'ledger', { accountId, pool }, { limit: 1_000 }))));
  const scans: Scan[] = [];
  for (const organizationId of organizations)
    scans.push(...(await Array.fromAsync(listAll(store, 'scans', { organizationId }))));
  const persons = [...new Set(people.map(({ person }) => person))];
  const digests = new Map(
    scans.map((scan) => [scan.organizationId + scan.repositoryId + scan.dedupDigest, scan]),
  );
  return {
    state,
    entries,
    scans,
    repositories: (await loaded(
      economy,
      repositories.flat().map((id) => ({ record: 'repository' as const, id })),
    )) as Repository[],
    dedup: (await loaded(
      economy,
      [...digests.values()].map(({ organizationId, repositoryId, dedupDigest: digest = '' }) => ({
        record: 'dedup' as const,
        id: { organizationId, repositoryId, digest },
      })),
    )) as Dedup[],
    licenses: (await loaded(
      economy,
      persons.map((personId) => ({ record: 'license' as const, id: { accountId, month, personId } })),
    )) as License[],
    months: (await loaded(economy, [
      { record: 'licenseMonth' as const, id: { accountId, month } },
    ])) as LicenseMonth[],
  };
};

export const readAll = async (economy: BillingWorld): Promise<StoredRecords> =>
  economy.store instanceof MemoryStore ? fromMemory(economy.store, economy.accountId) : fromStore(economy);

/** Everything promised of what is written, whoever did what (billing.md, "Always true"). */
export const violationsIn = ({ state, entries, scans, months, licenses }: StoredRecords): string[] => {
  const pools = Object.values(state.pools);
  return [
    ...violationsOf({ pools, entries, scans }),
    ...pools.flatMap((pool) => poolViolations(pool, entries)),
    ...licenseViolations(months, licenses),
  ];
};

const purseOf = (pool: Pool): ModelPool => {
  const { anchorAt: anchor, periodStartAt, included: granted, purchased, consumed: spent } = pool;
  const months = monthsBy(anchor, periodStartAt);
  const owed = Math.max(0, spent - granted);
  const late = plusMonths(anchor, months) === periodStartAt ? undefined : periodStartAt;
  const { grantedLicenses: licenses } = pool;
  const left = { included: Math.max(0, granted - spent), bought: purchased - owed, owed, granted, spent };
  return { anchor, months, ...(late && { late }), ...left, ...(licenses !== undefined && { licenses }) };
};

const customerOf = ({ state, licenses, entries }: StoredRecords): Customer => {
  const { core: _core, sast: _sast, unpaid, ...known } = observeState(state);
  const { yearlyAnchorAt: yearlyFromAt, agreedCredits } = state.account;
  const months = Map.groupBy(licenses, ({ month }) => month);
  return {
    ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as typeof known),
    ...(yearlyFromAt !== undefined && { yearFrom: yearlyFromAt }),
    ...(agreedCredits && { agreed: agreedCredits }),
    unpaid: Object.fromEntries(unpaid),
    pools: { core: purseOf(state.pools.core), sast: purseOf(state.pools.sast) },
    licensed: Object.fromEntries(
      [...months].map(([month, some]) => [month, some.map(({ personId }) => personId).toSorted()]),
    ),
    payments: entries
      .filter(({ cause }) => cause.startsWith('pack#'))
      .map(({ pool, cause }) => `${pool}/${cause}`),
    scanCharges: [],
  } as Customer;
};

const typesOf = ({ fullScope, scanTypes }: Scan): string => {
  if (fullScope) return 'all';
  return scanTypes.length === 2 ? 'both' : (scanTypes[0] ?? '');
};

const toldScan = (scan: Scan, economy: BillingWorld, slot: number): ModelScan => {
  const organization = economy.organizations.indexOf(scan.organizationId);
  const mine = economy.repositories[organization] ?? [];
  const repository = mine.findIndex(({ repositoryId }) => repositoryId === scan.repositoryId);
  const price = { core: typesOf(scan) === 'sast' ? 0 : 1, sast: scan.scanTypes.includes('sast') ? 1 : 0 };
  const prepared = economy.scans.get(slot)?.prepared;
  const pathOf = (id: string): string =>
    scan.units.find(({ projectUnitId }) => projectUnitId === id)?.path ?? `gone ${id}`;
  const { core = '', sast = '' } = scan.chargedPeriods;
  return {
    organization,
    repository,
    commit: Number(scan.commitHash[0]),
    status: scan.status,
    units: scan.units.map(({ path }) => path),
    price,
    periodStarts: { core, sast },
    createdAt: scan.createdAt,
    dueAt: scan.dueAt ?? '',
    dedupKey: JSON.stringify([
      organization,
      repository,
      Number(scan.commitHash[0]),
      typesOf(scan),
      price.sast,
    ]),
    ...(prepared && {
      prepared: {
        units: prepared.units.map(({ projectUnitId }) => pathOf(projectUnitId)),
        ...(prepared.failure && { failure: prepared.failure.errorCode }),
      },
    }),
  };
};

/** The model of what is written: where it begins, and where it goes on after what it cannot foretell. */
export const modelOf = (written: StoredRecords, economy: BillingWorld): BillingModel => {
  const known = economy.repositories.map((mine) =>
    mine.map(
      ({ repositoryId }) =>
        written.repositories
          .find((one) => one.repositoryId === repositoryId)
          ?.units.map(({ path }) => path) ?? [],
    ),
  );
  const bySlot = [...economy.scans].flatMap(([slot, { scanId }]) => {
    const scan = written.scans.find((one) => one.scanId === scanId);
    return scan ? [[slot, toldScan(scan, economy, slot), scan] as const] : [];
  });
  const taken = bySlot.flatMap(([, { dedupKey: equals }, { repositoryId, dedupDigest }]) => {
    const row = written.dedup.find((one) => one.repositoryId === repositoryId && one.digest === dedupDigest);
    return row ? [[equals, row.expiresAt]] : [];
  });
  return {
    customer: customerOf(written),
    known,
    scans: Object.fromEntries(bySlot.map(([slot, scan]) => [slot, scan])),
    dedupUntil: Object.fromEntries(taken) as Record<string, string>,
  };
};

/** What model and store are compared by: the account, this month's licences, every scan and what it holds. */
export const comparable = ({ customer, scans }: BillingModel, now: Date) => ({
  ...observe(customer),
  licensed: customer.licensed[now.toISOString().slice(0, 7)] ?? [],
  scans: Object.entries(scans).map(([slot, scan]) => [
    slot,
    scan.status,
    ...(isActive(scan) ? scan.units : []),
  ]),
});

/** The same, but for how a pool writes what it has: a refund may be written in two ways that come to the same. */
export const comparableLoosely = (situation: BillingModel, now: Date): string => {
  const { core, sast, ...rest } = comparable(situation, now);
  const plain = ({ granted: _granted, spent: _spent, ...purse }: typeof core) => purse;
  return canonicalJson({ ...rest, core: plain(core), sast: plain(sast) });
};

const kinds = [
  'organization',
  'repository',
  'scan',
  'dedup',
  'idempotency',
  'account',
  'pool',
  'license',
  'licenseMonth',
  'auditEvent',
  'ledgerEntry',
  'ledgerSeal',
  'invoice',
] as const;

/** Every record there is, as text; of a store in memory. */
export const snapshot = ({ store }: BillingWorld): string =>
  store instanceof MemoryStore ? JSON.stringify(kinds.map((kind) => store.all(kind))) : '';
