import { refundCause } from '@scangate/domain/payments/refund-credit-pack';
import type { LedgerEntry, Pool, Scan } from '@scangate/domain/records';
import type { Customer } from './account-model.ts';
import type { BillingWorld } from './billing-world.ts';
import { numbersOf, type CreditEvent, type CreditPeriod } from './credit-period.ts';
import { monthsUntil, plusMonths } from './model-calendar.ts';
import type { ModelPool } from './model-pool.ts';
import { observeState } from './pool-invariants.ts';
import type { StoredRecords } from './read-world.ts';
import type { BillingModel, ModelScan } from './scan-model.ts';

/** A debit of the present period that was not refunded, with the version of the grants that it met. */
interface StoredDebit {
  id: string;
  amount: number;
  version: number;
}

const debitsOf = (
  pool: Pool,
  { scans, entries }: StoredRecords,
  { scans: slots }: BillingWorld,
): StoredDebit[] => {
  const slotOf = new Map([...slots].map(([slot, { scanId }]) => [scanId, slot]));
  const refunded = new Set(entries.filter((one) => one.pool === pool.pool).map(({ cause }) => cause));
  return scans.flatMap((scan) =>
    scan.units.flatMap(({ projectUnitId, path, charge, chargedPeriods, promotionsVersions }) => {
      const amount = charge[pool.pool] ?? 0;
      const period = (chargedPeriods ?? scan.chargedPeriods)[pool.pool] ?? scan.chargedPeriods[pool.pool];
      const isPresent = amount > 0 && period === pool.periodStartAt;
      if (!isPresent || refunded.has(`refund#${scan.scanId}#${projectUnitId}`)) return [];
      const version = promotionsVersions?.[pool.pool] ?? 0;
      return [{ id: `${slotOf.get(scan.scanId)}/${path}`, amount, version }];
    }),
  );
};

/** The period of a stored pool as a history that leads to its numbers: each expired grant says what it met. */
const periodOf = (pool: Pool, debits: readonly StoredDebit[]): CreditPeriod => {
  const { included, purchased, supportGranted: support = 0, promotions = [], expiredPromotions = [] } = pool;
  const live = promotions.map(({ grantId: id, ...bucket }) => ({ id, ...bucket }));
  const gone = expiredPromotions.map(({ grantId: id, amount }) => ({ id, amount, expiresAt: '' }));
  const events: CreditEvent[] = [];
  const isNew = (debit: StoredDebit) => !events.some((one) => one.type === 'debit' && one.id === debit.id);
  const addDebits = (some: readonly StoredDebit[]) => {
    for (const { id, amount } of some.filter(isNew)) events.push({ type: 'debit', id, amount });
  };
  const opening = { included: 0, purchased, support, promotions: [...gone, ...live] };
  const now = () => numbersOf({ opening, events });
  for (const { grantId: id, over, version } of expiredPromotions) {
    addDebits(debits.filter((debit) => debit.version < version));
    const { consumed, included: known } = now();
    events.push({ type: 'included', amount: consumed - over - known }, { type: 'expiry', id });
  }
  addDebits(debits);
  // A debit that was decided before the period began belongs to the one before, but was written in this one.
  events.push({ type: 'debit', id: 'of earlier scans', amount: pool.consumed - now().consumed });
  events.push({ type: 'included', amount: included - now().included });
  return { opening, events };
};

const modelPoolOf = (pool: Pool, debits: readonly StoredDebit[]): ModelPool => {
  const { anchorAt: anchor, periodStartAt, grantedLicenses: licenses } = pool;
  const months = monthsUntil(anchor, periodStartAt);
  const late = plusMonths(anchor, months) === periodStartAt ? undefined : periodStartAt;
  return {
    anchor,
    months,
    ...(late && { late }),
    ...(licenses !== undefined && { licenses }),
    ...periodOf(pool, debits),
  };
};

const packsOf = (entries: readonly LedgerEntry[]): Customer['packs'] =>
  entries
    .filter(({ cause }) => cause.startsWith('pack#'))
    .map(({ pool, cause, amount: credits }) => ({
      cause,
      pool,
      credits,
      refunded: entries.some((one) => one.pool === pool && one.cause === refundCause(cause)),
    }));

const customerOf = (stored: StoredRecords, billingWorld: BillingWorld): Customer => {
  const { state, licenses, entries } = stored;
  const { core: _core, sast: _sast, unpaid, ...known } = observeState(state);
  const { yearlyAnchorAt, agreedCredits, clientBudgets = {} } = state.account;
  const [budget] = Object.values(clientBudgets);
  const poolOf = (pool: Pool) => modelPoolOf(pool, debitsOf(pool, stored, billingWorld));
  const months = Map.groupBy(licenses, ({ month }) => month);
  return {
    ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as typeof known),
    ...(yearlyAnchorAt !== undefined && { yearFrom: yearlyAnchorAt }),
    ...(agreedCredits && { agreed: agreedCredits }),
    unpaid: Object.fromEntries(unpaid),
    pools: { core: poolOf(state.pools.core), sast: poolOf(state.pools.sast) },
    licensed: Object.fromEntries(
      [...months].map(([month, some]) => [month, some.map(({ personId }) => personId).toSorted()]),
    ),
    payments: entries
      .filter(({ cause }) => cause.startsWith('pack#'))
      .map(({ pool, cause }) => `${pool}/${cause}`),
    packs: packsOf(entries),
    scanCharges: [],
    ...(budget && { budget }),
  };
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
    slot,
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
    dedupKey: JSON.stringify([organization, repository, Number(scan.commitHash[0]), typesOf(scan)]),
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
  const dedupRows = bySlot.flatMap(([slot, { dedupKey, price }, { scanId }]) => {
    const row = stored.dedup.find((one) => one.scanId === scanId);
    return row ? [[dedupKey, { slot, sast: price.sast, until: row.expiresAt }] as const] : [];
  });
  return {
    customer: customerOf(stored, billingWorld),
    clientMonths: Object.fromEntries(
      stored.usages.map(({ month, core, sast, notified = [] }) => [
        month,
        { core, sast, notified: [...notified] },
      ]),
    ),
    known,
    scans: Object.fromEntries(bySlot.map(([slot, scan]) => [slot, scan])),
    dedup: Object.fromEntries(dedupRows),
  };
};
