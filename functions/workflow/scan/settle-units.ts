import { AlreadyCharged, chargeOf, chargeScan } from '../../../lib/domain/billing/charge-scan.ts';
import { AlreadyRefunded, PoolMoved, refundScan } from '../../../lib/domain/billing/refund-scan.ts';
import type { Change } from '../../../lib/domain/change.ts';
import { Problem, Transient } from '../../../lib/domain/problem.ts';
import { activeStatuses, type Scan, type ScanUnit } from '../../../lib/domain/records.ts';
import { AlreadyEnded } from '../../../lib/domain/scans/end-scan.ts';
import { errorCodes, ScanFailed, type ErrorCode } from '../../../lib/domain/scans/failure.ts';
import type { ProjectUnit } from '../../../lib/domain/scans/project-unit.ts';
import { refusalError, type Store } from '../../../lib/ports/store.ts';
import { loadPools } from './load-pools.ts';

type UnitStore = Pick<Store<'scan' | 'pool' | 'ledgerEntry'>, 'load' | 'commit'>;

const isErrorCode = (code: string): code is ErrorCode => (errorCodes as readonly string[]).includes(code);

/** Changes the units of a scan that is still active. */
const unitsChange = (scan: Scan, fields: { append: ScanUnit } | { set: ScanUnit[] }): Change<'scan'> => ({
  change: 'update',
  record: 'scan',
  id: { organizationId: scan.organizationId, scanId: scan.scanId },
  ...('append' in fields ? { append: { units: [fields.append] } } : { set: { units: fields.set } }),
  when: [{ field: 'status', is: 'oneOf', value: activeStatuses }],
  refused: () => new AlreadyEnded(),
});

/**
 * Charges one unit that was not there at creation, and puts it into the scan, in one transaction.
 * @throws ScanFailed with the code of the gate that is closed now.
 */
const chargeUnit = async (scan: Scan, unit: ScanUnit, store: UnitStore, now: Date): Promise<void> => {
  const changes = [unitsChange(scan, { append: unit }), ...chargeScan(scan, [unit], now.toISOString())];
  const refusal = await store.commit(changes);
  const error = refusal && refusalError(refusal);
  if (!error || error instanceof AlreadyCharged) return;
  if (error instanceof Problem && isErrorCode(error.code)) throw new ScanFailed(error.code, error.message);
  throw error;
};

/** Units refunded in one transaction beside the scan and two pools. */
const batch = 40;

const attempts = 5;

/** Takes units out of the scan that are not in this commit, and gives their credits back. */
const dropUnits = async (
  scan: Scan,
  kept: ScanUnit[],
  absent: ScanUnit[],
  store: UnitStore,
  now: Date,
): Promise<void> => {
  const refunds = absent.map((unit) => ({ unit, source: 'unit_absent_refund' as const }));
  for (let attempt = 0; attempt < attempts; attempt++) {
    const pools = await loadPools(scan.billingAccountId, store);
    const refusal = await store.commit([
      unitsChange(scan, { set: kept }),
      ...refundScan(scan, refunds, pools, now.toISOString()),
    ]);
    const error = refusal && refusalError(refusal);
    if (!error || error instanceof AlreadyRefunded) return;
    if (!(error instanceof PoolMoved)) throw error;
  }
  throw new Transient('the pool keeps changing');
};

/**
 * Makes the scan's units those of this commit: new ones are charged, absent ones refunded, each exactly once however
 * often this runs.
 * @returns the scan with its units, running.
 */
export const settleUnits = async (
  scan: Scan,
  chosen: readonly ProjectUnit[],
  store: UnitStore,
  now: Date,
): Promise<Scan> => {
  const charged = new Map(scan.units.map((unit) => [unit.projectUnitId, unit]));
  for (const { projectUnitId, path, type } of chosen) {
    if (charged.has(projectUnitId)) continue;
    const charge = chargeOf(scan.scanTypes, type, false);
    const unit: ScanUnit = { projectUnitId, path, type, status: 'running', charge };
    await chargeUnit(scan, unit, store, now);
    charged.set(projectUnitId, unit);
  }
  const types = new Map(chosen.map((unit) => [unit.projectUnitId, unit.type]));
  const units = [...charged.values()]
    .filter((unit) => types.has(unit.projectUnitId))
    .map((unit): ScanUnit => ({
      ...unit,
      type: types.get(unit.projectUnitId) ?? unit.type,
      status: 'running',
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const absent = [...charged.values()].filter((unit) => !types.has(unit.projectUnitId));
  for (let from = 0; from < absent.length; from += batch) {
    await dropUnits(
      scan,
      [...units, ...absent.slice(from + batch)],
      absent.slice(from, from + batch),
      store,
      now,
    );
  }
  if (absent.length === 0) {
    const refusal = await store.commit([unitsChange(scan, { set: units })]);
    if (refusal) throw refusalError(refusal);
  }
  return { ...scan, units };
};
