import { unitCharge, chargeScan, isCharged, totalCharge } from '@scangate/domain/credits/charge-scan';
import { requireSastAddon } from '@scangate/domain/plans/entitlements';
import { requireNoPaymentHold } from '@scangate/domain/payments/payment-hold';
import { bookRefunds } from '@scangate/domain/credits/book-refunds';
import { PoolConflict } from '@scangate/domain/credits/pool-conflict';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { Problem, Transient } from '@scangate/domain/problem';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { ScanEndedConflict, updateActiveScan, ScanUnitsConflict } from '@scangate/domain/scans/active-scan';
import { errorCodes, ScanFailed, type ErrorCode } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import { commitOrThrow, failedConditionError, type Store } from '#ports/store.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { triggerRecharges } from '#app/billing/trigger-recharge.ts';
import { loadPools } from './load-pools.ts';

type UnitStore = Pick<
  Store<'scan' | 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail'>,
  'get' | 'load' | 'commit'
>;

interface UnitPorts {
  store: UnitStore;
  recharge: RechargeStarter;
}

const isErrorCode = (code: string): code is ErrorCode => (errorCodes as readonly string[]).includes(code);

const withUnits = (scan: Scan, units: ScanUnit[]): Scan => ({
  ...scan,
  units,
  unitsVersion: scan.unitsVersion + 1,
});

/**
 * The gates that are asked again of units found later, before their credits: payment hold and SAST add-on, never the
 * licence (api.md, "Errors"). @throws ScanFailed with the code of the gate that is closed now.
 */
const passLateGates = async (
  scan: Scan,
  units: readonly ScanUnit[],
  store: UnitStore,
  now: Date,
): Promise<BillingState | undefined> => {
  if (!units.some((unit) => isCharged(unit.charge))) return undefined;
  const at = now.toISOString();
  const stored = await loadAccount(scan.billingAccountId, store);
  // Nobody is refused for a refill that is late.
  const state = isUpToDate(stored, at) ? stored : await renewAccount(scan.billingAccountId, store, at);
  const { account } = state;
  try {
    requireNoPaymentHold(account);
    if (units.some((unit) => unit.charge.sast)) requireSastAddon(account, at);
  } catch (error) {
    throw asFailure(error);
  }
  return state;
};

/** What a refused gate says of the scan. */
const asFailure = (error: unknown): unknown =>
  error instanceof Problem && isErrorCode(error.code) ? new ScanFailed(error.code, error.message) : error;

/**
 * Charges one unit that was not there at creation, and puts it into the scan, in one transaction.
 * @throws ScanFailed with the code of the gate that is closed now.
 */
const chargeUnit = async (scan: Scan, unit: ScanUnit, store: UnitStore, now: Date): Promise<Scan> => {
  const refusal = await store.commit([
    updateActiveScan(scan, { append: { units: [unit] } }),
    ...chargeScan(scan, [unit], now.toISOString()),
  ]);
  if (!refusal) return withUnits(scan, [...scan.units, unit]);
  throw asFailure(failedConditionError(refusal));
};

/** Units refunded in one transaction beside the scan and two pools. */
const batch = 40;

/** Takes units out of the scan that are not in this commit, and gives their credits back. */
const dropUnits = async (scan: Scan, absent: ScanUnit[], store: UnitStore, now: Date): Promise<Scan> => {
  const refunds = absent.map((unit) => ({ unit, source: 'unit_absent_refund' as const }));
  const kept = scan.units.filter((unit) => !absent.includes(unit));
  await commitOrThrow(store, [
    updateActiveScan(scan, { set: { units: kept } }),
    ...bookRefunds(
      scan,
      { refunds, pools: await loadPools(scan.billingAccountId, store) },
      now.toISOString(),
    ),
  ]);
  return withUnits(scan, kept);
};

/** The units as this commit has them, by path. */
const asFound = (scan: Scan, types: ReadonlyMap<string, string>): ScanUnit[] =>
  scan.units
    .map((unit): ScanUnit => ({
      ...unit,
      type: types.get(unit.projectUnitId) ?? unit.type,
      status: 'running',
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

const settleOnce = async (
  read: Scan,
  chosen: readonly ProjectUnit[],
  { store, recharge }: UnitPorts,
  now: Date,
): Promise<Scan> => {
  let scan = read;
  const charged = new Set(scan.units.map((unit) => unit.projectUnitId));
  const added = chosen
    .filter(({ projectUnitId }) => !charged.has(projectUnitId))
    .map(({ projectUnitId, path, type }): ScanUnit => {
      const charge = unitCharge(scan.scanTypes, type, false);
      return { projectUnitId, path, type, status: 'running', charge };
    });
  const state = await passLateGates(scan, added, store, now);
  for (const unit of added) scan = await chargeUnit(scan, unit, store, now);
  const cause = `${scan.scanId}-units`;
  if (state) await triggerRecharges(state, totalCharge(added), cause, recharge, now.toISOString());
  const types = new Map(chosen.map((unit) => [unit.projectUnitId, unit.type]));
  const absent = scan.units.filter((unit) => !types.has(unit.projectUnitId));
  for (let from = 0; from < absent.length; from += batch)
    scan = await dropUnits(scan, absent.slice(from, from + batch), store, now);
  const units = asFound(scan, types);
  await commitOrThrow(store, [updateActiveScan(scan, { set: { units } })]);
  return withUnits(scan, units);
};

/** Each try that fails means that somebody else settled a unit or ended the scan, or that a pool was refilled. */
const attempts = 10;

/**
 * Makes the scan's units those of this commit: new ones are charged, absent ones refunded, each exactly once however
 * often this runs.
 * @returns the scan with its units, running.  @throws ScanFailed, or AlreadyEnded when there is nothing left to do.
 */
export const reconcileUnits = async (
  scan: Scan,
  chosen: readonly ProjectUnit[],
  ports: UnitPorts,
  now: Date,
): Promise<Scan> => {
  const { organizationId, scanId } = scan;
  let current: Scan | undefined = scan;
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      if (!current) throw new ScanEndedConflict();
      return await settleOnce(current, chosen, ports, now);
    } catch (error) {
      if (!(error instanceof ScanUnitsConflict || error instanceof PoolConflict)) throw error;
      current = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
    }
  }
  throw new Transient('the units keep changing');
};
