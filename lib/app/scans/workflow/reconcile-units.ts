import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { countClientUsage } from '@scangate/domain/budgets/client-budget';
import type { Change } from '@scangate/domain/change';
import { bookRefunds } from '@scangate/domain/credits/book-refunds';
import { chargeScan, stampUnit } from '@scangate/domain/credits/charge-scan';
import { isCharged, totalCharge, unitCharge } from '@scangate/domain/credits/scan-price';
import { Problem } from '@scangate/domain/problem';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { isActive, updateActiveScan } from '@scangate/domain/scans/active-scan';
import { passLateBillingGates } from '@scangate/domain/scans/billing-gates';
import { errorCodeOfGate, ScanFailed } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { FetchedUnit } from '#ports/sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { triggerRecharges, type TriggerPorts } from '#app/billing/trigger-recharge.ts';
import { limits, retryOnConflict } from '#app/retry-on-conflict.ts';
import { loadPools } from './load-pools.ts';

type UnitStore = Pick<
  Store<
    | 'scan'
    | 'account'
    | 'pool'
    | 'ledgerEntry'
    | 'auditEvent'
    | 'mail'
    | 'clientUsage'
    | 'organization'
    | 'storedEvent'
  >,
  'get' | 'load' | 'commit'
>;

export type UnitPorts = TriggerPorts & { store: UnitStore };

interface Reconciliation {
  scan: Scan;
  /** The units of the commit that the scan looks at. */
  selected: readonly ProjectUnit[];
  /** The report of the fetched commit about them; absent when nothing is kept or reused. */
  fetched?: readonly FetchedUnit[] | undefined;
  /** Other fields of the scan that are set with its units. */
  set?: Pick<Scan, 'reviewed'>;
}

/** Turns the Problem of a closed billing gate into the failure of the scan. */
const asFailure = (error: unknown): unknown => {
  const code = error instanceof Problem ? errorCodeOfGate(error.code) : undefined;
  return code ? new ScanFailed(code, (error as Problem).message) : error;
};

const withUnits = (scan: Scan, units: ScanUnit[]): Scan => ({
  ...scan,
  units,
  unitsVersion: scan.unitsVersion + 1,
});

/**
 * Asks the billing gates of late units before any of them is charged. Due renewals are written first, so that no unit is
 * refused because a refill is late.
 * @returns the account, undefined when no unit costs anything.
 */
const checkGates = async (
  { scan, units }: { scan: Scan; units: readonly ScanUnit[] },
  store: UnitStore,
  at: string,
): Promise<BillingState | undefined> => {
  if (!units.some((unit) => isCharged(unit.charge))) return undefined;
  const stored = await loadAccount(scan.billingAccountId, store);
  const billing = isUpToDate(stored, at) ? stored : await renewAccount(scan.billingAccountId, store, at);
  passLateBillingGates({ billing, scan, usesApi: scan.sourceTrigger !== 'manual', now: at });
  return billing;
};

/** Counts a unit of a client organization, whose budget may refuse it. */
const countLateUnit = async (
  { scan, unit, billing }: { scan: Scan; unit: ScanUnit; billing: BillingState | undefined },
  store: UnitStore,
  at: string,
): Promise<Change<'account' | 'clientUsage' | 'mail'>[]> => {
  const { organizationId, billingAccountId: accountId, clientMonth: month } = scan;
  if (month === undefined || !billing) return [];
  const id = { accountId, organizationId, month };
  const usage = await store.get('clientUsage', id, { consistent: true });
  const spending = { account: billing.account, organizationId, usage, total: totalCharge([unit]) };
  return countClientUsage(spending, month, at);
};

/** Charges one unit and adds it to the scan, in one transaction. */
const chargeUnit = async (
  { scan, unit: late, billing }: { scan: Scan; unit: ScanUnit; billing: BillingState | undefined },
  store: UnitStore,
  at: string,
): Promise<Scan> => {
  const pools = billing?.pools ?? {};
  const unit = stampUnit(late, pools, scan.chargedPeriods);
  await commitOrThrow(store, [
    updateActiveScan(scan, { append: { units: [unit] } }),
    ...(await countLateUnit({ scan, unit, billing }, store, at)),
    ...chargeScan(scan, { units: [unit], pools }, at),
  ]);
  return withUnits(scan, [...scan.units, unit]);
};

/** Charges the units of the commit that the creation did not know. @throws ScanFailed of the first closed billing gate. */
const chargeLateUnits = async (
  { scan: read, selected }: Reconciliation,
  ports: UnitPorts,
  now: Date,
): Promise<Scan> => {
  let scan = read;
  const at = now.toISOString();
  const known = new Set(scan.units.map((unit) => unit.projectUnitId));
  const late = selected
    .filter(({ projectUnitId }) => !known.has(projectUnitId))
    .map(({ projectUnitId, path, type }): ScanUnit => {
      const charge = unitCharge(scan.scanTypes, type, false);
      return { projectUnitId, path, type, status: 'running', charge };
    });
  try {
    const state = await checkGates({ scan, units: late }, ports.store, at);
    for (const unit of late) scan = await chargeUnit({ scan, unit, billing: state }, ports.store, at);
    const debit = { spent: totalCharge(late), cause: `${scan.scanId}-units` };
    if (state) await triggerRecharges({ state, ...debit }, ports, at);
  } catch (error) {
    throw asFailure(error);
  }
  return scan;
};

/** Units refunded in one transaction, beside the scan and two pools. */
const refundsAtOnce = 40;

/** Removes the units that are not in the commit from the scan and refunds them. */
const dropAbsentUnits = async (
  { scan: read, selected }: Reconciliation,
  { store }: UnitPorts,
  now: Date,
): Promise<Scan> => {
  let scan = read;
  const present = new Set(selected.map((unit) => unit.projectUnitId));
  const absent = scan.units.filter((unit) => !present.has(unit.projectUnitId));
  for (let from = 0; from < absent.length; from += refundsAtOnce) {
    const dropped = absent.slice(from, from + refundsAtOnce);
    const refunds = dropped.map((unit) => ({ unit, source: 'unit_absent_refund' as const }));
    const units = scan.units.filter((unit) => !dropped.includes(unit));
    const pools = await loadPools(scan.billingAccountId, store);
    await commitOrThrow(store, [
      updateActiveScan(scan, { set: { units } }),
      ...bookRefunds(scan, { refunds, pools }, now.toISOString()),
    ]);
    scan = withUnits(scan, units);
  }
  return scan;
};

/** Returns the units as this commit has them, by path. */
const asInCommit = (
  scan: Scan,
  { selected, fetched = [] }: Pick<Reconciliation, 'selected' | 'fetched'>,
): ScanUnit[] => {
  const types = new Map(selected.map((unit) => [unit.projectUnitId, unit.type]));
  const sources = new Map(fetched.map((unit) => [unit.projectUnitId, unit]));
  return scan.units
    .map(({ reuseKey: _key, sourceBytes: _bytes, reusedFrom: _from, ...unit }): ScanUnit => ({
      ...unit,
      ...sources.get(unit.projectUnitId),
      type: types.get(unit.projectUnitId) ?? unit.type,
      status: 'running',
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * Makes the units of a scan those of its commit: charges new ones and refunds absent ones, each exactly once however
 * often this runs.
 * @returns the scan with its units running, undefined when it has ended meanwhile.
 * @throws ScanFailed with the code of a billing gate that is closed now.
 */
export const reconcileUnits = async (
  { scan: first, selected, fetched, set = {} }: Reconciliation,
  ports: UnitPorts,
  now: Date,
): Promise<Scan | undefined> => {
  const { organizationId, scanId } = first;
  return retryOnConflict(limits.chargeUnits, async (tryNumber) => {
    const current =
      tryNumber === 1
        ? first
        : await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
    if (!current || !isActive(current)) return undefined;
    const charged = await chargeLateUnits({ scan: current, selected }, ports, now);
    const kept = await dropAbsentUnits({ scan: charged, selected }, ports, now);
    const units = asInCommit(kept, { selected, fetched });
    await commitOrThrow(ports.store, [updateActiveScan(kept, { set: { ...set, units } })]);
    return { ...withUnits(kept, units), ...set };
  });
};
