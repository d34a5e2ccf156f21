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
import { monthsUntil, plusMonths } from './model-calendar.ts';
import { people, type BillingWorld } from './billing-world.ts';
import { observe, type Customer, type ModelPool } from './account-model.ts';
import { isActive, type BillingModel, type ModelScan } from './scan-model.ts';

/** The stored records of a billing world. */
export interface StoredRecords {
  state: BillingState;
  entries: LedgerEntry[];
  scans: Scan[];
  repositories: Repository[];
  dedup: Dedup[];
  licenses: License[];
  months: LicenseMonth[];
}

const isFound = <T>(record: T | undefined): record is T => record !== undefined;

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

const loadAll = async <R extends RecordRef>(
  { store }: BillingWorld,
  refs: readonly R[],
): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (let from = 0; from < refs.length; from += 100)
    found.push(...(await store.load(refs.slice(from, from + 100), { consistent: true })));
  return found.filter(isFound);
};

/** Reads through the lists of a store. Licenses are read for the current month only, as no list has them. */
const fromStore = async (billingWorld: BillingWorld): Promise<StoredRecords> => {
  const { store, accountId, organizations, repositories, now } = billingWorld;
  const month = now.toISOString().slice(0, 7);
  const state = await loadAccount(accountId, store);
  const entries: LedgerEntry[] = [];
  for (const pool of ['core', 'sast'])
    entries.push(
      ...(await Array.fromAsync(
        listAll(store, { list: 'ledger', owner: { accountId, pool }, limit: 1_000 }),
      )),
    );
  const scans: Scan[] = [];
  for (const organizationId of organizations)
    scans.push(...(await Array.fromAsync(listAll(store, { list: 'scans', owner: { organizationId } }))));
  const persons = [...new Set(people.map(({ person }) => person))];
  const digests = new Map(
    scans.map((scan) => [scan.organizationId + scan.repositoryId + scan.dedupDigest, scan]),
  );
  return {
    state,
    entries,
    scans,
    repositories: (await loadAll(
      billingWorld,
      repositories.flat().map((id) => ({ record: 'repository' as const, id })),
    )) as Repository[],
    dedup: (await loadAll(
      billingWorld,
      [...digests.values()].map(({ organizationId, repositoryId, dedupDigest: digest = '' }) => ({
        record: 'dedup' as const,
        id: { organizationId, repositoryId, digest },
      })),
    )) as Dedup[],
    licenses: (await loadAll(
      billingWorld,
      persons.map((personId) => ({ record: 'license' as const, id: { accountId, month, personId } })),
    )) as License[],
    months: (await loadAll(billingWorld, [
      { record: 'licenseMonth' as const, id: { accountId, month } },
    ])) as LicenseMonth[],
  };
};

export const readAll = async (billingWorld: BillingWorld): Promise<StoredRecords> =>
  billingWorld.store instanceof MemoryStore
    ? fromMemory(billingWorld.store, billingWorld.accountId)
    : fromStore(billingWorld);

/** Every violation in the stored records, whichever commands ran. */
export const violationsIn = ({ state, entries, scans, months, licenses }: StoredRecords): string[] => {
  const pools = Object.values(state.pools);
  return [
    ...violationsOf({ pools, entries, scans }),
    ...pools.flatMap((pool) => poolViolations(pool, entries)),
    ...licenseViolations(months, licenses),
  ];
};

const modelPoolOf = (pool: Pool): ModelPool => {
  const { anchorAt: anchor, periodStartAt, included: granted, purchased, consumed: spent } = pool;
  const months = monthsUntil(anchor, periodStartAt);
  const boughtSpent = Math.max(0, spent - granted);
  const late = plusMonths(anchor, months) === periodStartAt ? undefined : periodStartAt;
  const { grantedLicenses: licenses } = pool;
  const left = {
    included: Math.max(0, granted - spent),
    bought: purchased - boughtSpent,
    boughtSpent,
    granted,
    spent,
  };
  return { anchor, months, ...(late && { late }), ...left, ...(licenses !== undefined && { licenses }) };
};

const customerOf = ({ state, licenses, entries }: StoredRecords): Customer => {
  const { core: _core, sast: _sast, unpaid, ...known } = observeState(state);
  const { yearlyAnchorAt, agreedCredits } = state.account;
  const months = Map.groupBy(licenses, ({ month }) => month);
  return {
    ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as typeof known),
    ...(yearlyAnchorAt !== undefined && { yearFrom: yearlyAnchorAt }),
    ...(agreedCredits && { agreed: agreedCredits }),
    unpaid: Object.fromEntries(unpaid),
    pools: { core: modelPoolOf(state.pools.core), sast: modelPoolOf(state.pools.sast) },
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

const modelScanOf = (scan: Scan, billingWorld: BillingWorld, slot: number): ModelScan => {
  const organization = billingWorld.organizations.indexOf(scan.organizationId);
  const mine = billingWorld.repositories[organization] ?? [];
  const repository = mine.findIndex(({ repositoryId }) => repositoryId === scan.repositoryId);
  const price = { core: typesOf(scan) === 'sast' ? 0 : 1, sast: scan.scanTypes.includes('sast') ? 1 : 0 };
  const prepared = billingWorld.scans.get(slot)?.prepared;
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
    latePeriods: Object.fromEntries(
      scan.units.flatMap(({ path, chargedPeriods }) =>
        chargedPeriods ? [[path, { core, sast, ...chargedPeriods }]] : [],
      ),
    ),
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

/** The model of the stored records, at the start and after concurrent commands whose result it cannot predict. */
export const modelOf = (stored: StoredRecords, billingWorld: BillingWorld): BillingModel => {
  const known = billingWorld.repositories.map((mine) =>
    mine.map(
      ({ repositoryId }) =>
        stored.repositories.find((one) => one.repositoryId === repositoryId)?.units.map(({ path }) => path) ??
        [],
    ),
  );
  const bySlot = [...billingWorld.scans].flatMap(([slot, { scanId }]) => {
    const scan = stored.scans.find((one) => one.scanId === scanId);
    return scan ? [[slot, modelScanOf(scan, billingWorld, slot), scan] as const] : [];
  });
  const dedupRows = bySlot.flatMap(([, { dedupKey }, { repositoryId, dedupDigest }]) => {
    const row = stored.dedup.find((one) => one.repositoryId === repositoryId && one.digest === dedupDigest);
    return row ? [[dedupKey, row.expiresAt]] : [];
  });
  return {
    customer: customerOf(stored),
    known,
    scans: Object.fromEntries(bySlot.map(([slot, scan]) => [slot, scan])),
    dedupUntil: Object.fromEntries(dedupRows) as Record<string, string>,
  };
};

/** The state by which model and store are compared: the account, the licenses of the month, every scan and its units. */
export const comparable = ({ customer, scans }: BillingModel, now: Date) => ({
  ...observe(customer),
  licensed: customer.licensed[now.toISOString().slice(0, 7)] ?? [],
  scans: Object.entries(scans).map(([slot, scan]) => [
    slot,
    scan.status,
    ...(isActive(scan) ? scan.units : []),
  ]),
});

/** The same without the granted and spent credits of a pool, as a refund may be written in two equivalent ways. */
export const comparableLoosely = (model: BillingModel, now: Date): string => {
  const { core, sast, ...rest } = comparable(model, now);
  const plain = ({ granted: _granted, spent: _spent, ...pool }: typeof core) => pool;
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

/** All records of a store in memory, as text. */
export const snapshot = ({ store }: BillingWorld): string =>
  store instanceof MemoryStore ? JSON.stringify(kinds.map((kind) => store.all(kind))) : '';
