import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { countClientUsage } from '@scangate/domain/accounts/client-budget';
import type { Change } from '@scangate/domain/record-changes';
import { bookCreditRefunds } from '@scangate/domain/credits/book-credit-refunds';
import { chargeScan, stampUnit } from '@scangate/domain/credits/charge-scan';
import { isCharged, totalCharge, unitCharge } from '@scangate/domain/credits/scan-price';
import { Problem } from '@scangate/domain/problem';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { beginScan, isActive } from '@scangate/domain/scans/active-scan';
import { passLateBillingGates } from '@scangate/domain/scans/billing-gates';
import { errorCodeOfGate, ScanFailed } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { FetchedUnit } from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { triggerRecharges, type TriggerPorts } from '#app/auto-recharge/trigger-recharge.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { loadPools } from './load-pools.ts';

type UnitStore = Pick<
  Store<
    | 'scan'
    | 'scanListing'
    | 'activeScans'
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
  /** The units of the commit that the scan covers. */
  selected: readonly ProjectUnit[];
  /** The report of the fetched commit about them; absent when nothing is kept or reused. */
  fetched?: readonly FetchedUnit[] | undefined;
  /** The units that need the function with more memory. */
  large?: readonly string[];
  /** Other fields of the scan that are set with its units. */
  set?: Pick<Scan, 'reviewed'>;
}

/** Turns the Problem of a closed billing gate into the failure of the scan. */
const asFailure = (error: unknown): unknown => {
  const code = error instanceof Problem ? errorCodeOfGate(error.code) : undefined;
  return code ? new ScanFailed(code, (error as Problem).message) : error;
};

/**
 * Checks the billing gates of late units before any of them is charged. Due renewals are written first, so that no
 * unit is refused because a refill is late.
 * @returns the account; undefined when no unit costs anything.
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

/** Returns the units as in this commit, by path. */
const asInCommit = (
  units: readonly ScanUnit[],
  { selected, fetched = [] }: Omit<Reconciliation, 'scan'>,
): ScanUnit[] => {
  const types = new Map(selected.map((unit) => [unit.projectUnitId, unit.type]));
  const sources = new Map(fetched.map((unit) => [unit.projectUnitId, unit]));
  return units
    .map(({ reuseKey: _key, sourceBytes: _bytes, reusedFrom: _from, ...unit }): ScanUnit => ({
      ...unit,
      ...sources.get(unit.projectUnitId),
      type: types.get(unit.projectUnitId) ?? unit.type,
      status: 'running',
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/** Plans that the scan begins with these units. */
const beginWith = (
  { scan, units }: { scan: Scan; units: readonly ScanUnit[] },
  reconciliation: Omit<Reconciliation, 'scan'>,
  now: Date,
) => {
  const { set, large } = reconciliation;
  return beginScan(scan, { ...set, large, units: asInCommit(units, reconciliation) }, now);
};

/** Counts units of a client organization, whose budget may refuse them. */
const countLateUnits = async (
  { scan, units, billing }: { scan: Scan; units: readonly ScanUnit[]; billing: BillingState | undefined },
  store: UnitStore,
  at: string,
): Promise<Change<'account' | 'clientUsage' | 'mail'>[]> => {
  const { organizationId, billingAccountId: accountId, clientMonth: month } = scan;
  if (month === undefined || !billing) return [];
  const id = { accountId, organizationId, month };
  const usage = await store.get('clientUsage', id, { consistent: true });
  const spending = { account: billing.account, organizationId, usage, total: totalCharge(units) };
  return countClientUsage(spending, month, at);
};

/** The number of units charged or refunded in one transaction, together with the scan, its listings and two pools. */
const unitsAtOnce = 40;

const batchesOf = (units: readonly ScanUnit[]): ScanUnit[][] =>
  Array.from({ length: Math.ceil(units.length / unitsAtOnce) }, (_none, index) =>
    units.slice(index * unitsAtOnce, (index + 1) * unitsAtOnce),
  );

/**
 * Charges the units of the commit that the creation did not know, and adds them to the scan in the same transactions.
 * @throws ScanFailed of the first closed billing gate.
 */
const chargeLateUnits = async (
  { scan: read, ...reconciliation }: Reconciliation,
  ports: UnitPorts,
  now: Date,
): Promise<Scan> => {
  let scan = read;
  const at = now.toISOString();
  const known = new Set(scan.units.map((unit) => unit.projectUnitId));
  const late = reconciliation.selected
    .filter(({ projectUnitId }) => !known.has(projectUnitId))
    .map(({ projectUnitId, path, type }): ScanUnit => {
      const charge = unitCharge(scan.scanTypes, type, false);
      return { projectUnitId, path, type, status: 'running', charge };
    });
  try {
    const billing = await checkGates({ scan, units: late }, ports.store, at);
    const pools = billing?.pools ?? {};
    for (const batch of batchesOf(late)) {
      const units = batch.map((unit) => stampUnit(unit, pools, scan.chargedPeriods));
      const begun = beginWith({ scan, units: [...scan.units, ...units] }, reconciliation, now);
      await commitOrThrow(ports.store, [
        ...begun.changes,
        ...(await countLateUnits({ scan, units, billing }, ports.store, at)),
        ...chargeScan(scan, { units, pools }, at),
      ]);
      ({ scan } = begun);
    }
    const debit = { spent: totalCharge(late), cause: `${scan.scanId}-units` };
    if (billing) await triggerRecharges({ state: billing, ...debit }, ports, at);
  } catch (error) {
    throw asFailure(error);
  }
  return scan;
};

/** Removes the units that are not in the commit from the scan and refunds them. */
const dropAbsentUnits = async (
  { scan: read, ...reconciliation }: Reconciliation,
  { store }: UnitPorts,
  now: Date,
): Promise<Scan> => {
  let scan = read;
  const present = new Set(reconciliation.selected.map((unit) => unit.projectUnitId));
  for (const batch of batchesOf(scan.units.filter((unit) => !present.has(unit.projectUnitId)))) {
    const dropped = new Set(batch.map((unit) => unit.projectUnitId));
    const refunds = batch.map((unit) => ({ unit, source: 'unit_absent_refund' as const }));
    const units = scan.units.filter((unit) => !dropped.has(unit.projectUnitId));
    const pools = await loadPools(scan.billingAccountId, store);
    const begun = beginWith({ scan, units }, reconciliation, now);
    await commitOrThrow(store, [
      ...begun.changes,
      ...bookCreditRefunds(scan, { refunds, pools }, now.toISOString()),
    ]);
    ({ scan } = begun);
  }
  return scan;
};

/**
 * Begins a scan with the units of its commit: charges new ones and refunds absent ones, each exactly once however
 * often this runs. If nothing has to be done, or one of the two for up to 40 units, that is a single write.
 * @returns the scan with its units running; undefined when it has ended meanwhile.
 * @throws ScanFailed with the code of a billing gate that is closed now.
 */
export const reconcileUnits = async (
  { scan: first, ...reconciliation }: Reconciliation,
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
    const charged = await chargeLateUnits({ scan: current, ...reconciliation }, ports, now);
    const kept = await dropAbsentUnits({ scan: charged, ...reconciliation }, ports, now);
    if (kept !== current) return kept;
    const begun = beginWith({ scan: current, units: current.units }, reconciliation, now);
    await commitOrThrow(ports.store, begun.changes);
    return begun.scan;
  });
};
