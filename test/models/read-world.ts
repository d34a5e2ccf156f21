import { billingState, loadAccount } from '#app/billing/load-account.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { creditPacks, type PackName } from '@scangate/domain/credits/credit-packs';
import { refusalCause } from '@scangate/domain/payments/refund-credit-pack';
import { canonicalJson, derivedId } from '@scangate/engines/model/digest';
import type { RecordRef } from '@scangate/domain/record-changes';
import type {
  Account,
  ClientUsage,
  Mail,
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
import { licenseViolations, poolViolations } from './pool-invariants.ts';
import { people, type BillingWorld } from './billing-world.ts';
import { observe } from './account-model.ts';
import { isActive, type BillingModel } from './scan-model.ts';

/** The stored records of a billing world. */
export interface StoredRecords {
  state: BillingState;
  entries: LedgerEntry[];
  scans: Scan[];
  repositories: Repository[];
  dedup: Dedup[];
  licenses: License[];
  months: LicenseMonth[];
  usages: ClientUsage[];
  /** Absent where no list has them. */
  mails?: Mail[];
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
    usages: store.all('clientUsage'),
    mails: store.all('mail'),
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
    usages: (await loadAll(
      billingWorld,
      [...new Set(scans.flatMap(({ clientMonth = [] }) => clientMonth))].map((spentIn) => ({
        record: 'clientUsage' as const,
        id: { accountId, organizationId: organizations[1] ?? '', month: spentIn },
      })),
    )) as ClientUsage[],
  };
};

export const readAll = async (billingWorld: BillingWorld): Promise<StoredRecords> =>
  billingWorld.store instanceof MemoryStore
    ? fromMemory(billingWorld.store, billingWorld.accountId)
    : fromStore(billingWorld);

/** The count of each month is what scans of the client cost, and each reached soft limit has one mail. */
const usageViolations = ({ state, entries, scans, usages, mails }: StoredRecords): string[] => {
  const { accountId } = state.account;
  const months = new Map(scans.map(({ scanId, clientMonth }) => [scanId, clientMonth]));
  const spent = new Map<string, number>();
  for (const { pool, scanId, cause, amount } of entries) {
    if (scanId === undefined || !/^(?:consume|refund)#/.test(cause)) continue;
    const key = `${pool} ${months.get(scanId)}`;
    spent.set(key, (spent.get(key) ?? 0) - amount);
  }
  const spentIn = (month: string, pool: string): number => spent.get(`${pool} ${month}`) ?? 0;
  const wrong = usages.flatMap(({ month, core, sast }) =>
    core === spentIn(month, 'core') && sast === spentIn(month, 'sast')
      ? []
      : [`${month}: ${core} ${sast} counted`],
  );
  const reached = usages.flatMap(({ month, organizationId, notified = [] }) =>
    notified.map((pool) =>
      derivedId('mail', accountId, 'budget_reached', `${organizationId}#${pool}#${month}`),
    ),
  );
  const mailed = (mails ?? []).flatMap(({ kind, mailId }) => (kind === 'budget_reached' ? [mailId] : []));
  const isMailed = mails === undefined || mailed.toSorted().join() === reached.toSorted().join();
  return [...wrong, ...(isMailed ? [] : ['the mails are not those of the reached limits'])];
};

/** The money that was returned is the share of the taken credits in the price of their pack. */
export const returnedViolations = (
  { entries }: StoredRecords,
  { returned }: Pick<BillingWorld, 'returned'>,
): string[] => {
  const causes = new Set(entries.map(({ pool, cause }) => `${pool}/${cause}`));
  const owed = entries.flatMap(({ pool, cause, amount, source = '' }) => {
    const payment = cause.split('adjust#refund#')[1];
    if (payment === undefined || causes.has(`${pool}/${refusalCause(payment)}`)) return [];
    return [Math.floor((1_500 * -amount) / creditPacks[source as PackName].credits)];
  });
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const paid = sumOf([...returned.values()]);
  return paid === sumOf(owed) ? [] : [`${paid} was returned for packs, not ${sumOf(owed)}`];
};

/** Every violation in the stored records, whichever commands ran. */
export const violationsIn = (stored: StoredRecords): string[] => {
  const { state, entries, scans, months, licenses } = stored;
  const pools = Object.values(state.pools);
  return [
    ...violationsOf({ pools, entries, scans }),
    ...pools.flatMap((pool) => poolViolations(pool, entries)),
    ...licenseViolations(months, licenses),
    ...usageViolations(stored),
  ];
};

/** The state by which model and store are compared: the account, the licenses of the month, every scan and its units. */
export const comparable = ({ customer, scans, clientMonths }: BillingModel, now: Date) => ({
  ...observe(customer),
  clientMonths: Object.entries(clientMonths).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  packs: customer.packs.map(({ cause, refunded }) => `${cause} ${refunded}`).toSorted(),
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
  'clientUsage',
  'mail',
  'auditEvent',
  'ledgerEntry',
  'ledgerSeal',
  'invoice',
] as const;

/** All records of a store in memory, as text. */
export const snapshot = ({ store }: BillingWorld): string =>
  store instanceof MemoryStore ? JSON.stringify(kinds.map((kind) => store.all(kind))) : '';
