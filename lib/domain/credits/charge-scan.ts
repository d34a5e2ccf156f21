import type { UnitType } from '@scangate/engines/model/project-unit';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Charge, Instant, Pool, Scan, ScanUnit } from '../records.ts';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { poolNames, poolForScanType, type PoolName } from './credit-pool.ts';
import { appliesToUnit } from '../scans/scan-scope.ts';

/** The price: 1 credit of a pool per unit when any type of that pool runs on it (billing.md, "Choices"). */
const pricePerUnit = 1;

/** What one unit costs, by pool; nothing where no type fits. An artifact brings its own type. */
export const unitCharge = (scanTypes: readonly ScanType[], unitType: UnitType, artifact: boolean): Charge => {
  const charge: Charge = {};
  for (const type of scanTypes) {
    if (artifact || appliesToUnit(type, unitType)) charge[poolForScanType(type)] = pricePerUnit;
  }
  return charge;
};

export const isCharged = (charge: Charge): boolean => poolNames.some((pool) => (charge[pool] ?? 0) > 0);

export const totalCharge = (units: readonly Pick<ScanUnit, 'charge'>[]): Record<PoolName, number> => ({
  core: units.reduce((sum, unit) => sum + (unit.charge.core ?? 0), 0),
  sast: units.reduce((sum, unit) => sum + (unit.charge.sast ?? 0), 0),
});

/** The ledger already has the debit: an earlier try booked it. */
class ChargeConflict extends Conflict {
  constructor() {
    super('the ledger already has this debit');
  }
}

type Charged = Pick<Scan, 'scanId' | 'organizationId' | 'billingAccountId' | 'sourceTrigger' | 'personId'>;

/** One entry per unit and pool; its cause makes a repeat harmless. */
const consumeEntries = (scan: Charged, units: readonly ScanUnit[], now: Instant): Change<'ledgerEntry'>[] =>
  units.flatMap((unit) =>
    poolNames
      .filter((pool) => (unit.charge[pool] ?? 0) > 0)
      .map((pool): Change<'ledgerEntry'> => ({
        change: 'insert',
        record: 'ledgerEntry',
        item: {
          accountId: scan.billingAccountId,
          pool,
          cause: `consume#${scan.scanId}#${unit.projectUnitId}`,
          at: now,
          kind: 'consume',
          amount: -(unit.charge[pool] ?? 0),
          scanId: scan.scanId,
          projectUnitId: unit.projectUnitId,
          sourceTrigger: scan.sourceTrigger,
          organizationId: scan.organizationId,
          personId: scan.personId,
        },
        onConflict: () => new ChargeConflict(),
      })),
  );

/** That pool cannot pay; the other one is never asked. */
export const insufficientCredits = (pool: PoolName, required: number, found: Pool | undefined): Problem => {
  const balance = found?.available ?? 0;
  return new Problem('insufficient_credits', {
    detail: `The ${pool} pool has ${balance} credits; ${required} are needed.`,
    pool,
    balance,
    required,
  });
};

/** One conditional debit per pool: nothing is read before it, so nothing can be overspent. */
const debits = (accountId: string, total: Record<PoolName, number>): Change<'pool'>[] =>
  poolNames
    .filter((pool) => total[pool] > 0)
    .map((pool) => ({
      change: 'update',
      record: 'pool',
      id: { accountId, pool },
      add: { available: -total[pool], consumed: total[pool] },
      floor: { available: total[pool] },
      onConflict: (found) => insufficientCredits(pool, total[pool], found),
    }));

/** The changes that charge these units: part of the transaction that makes them billable, or none of it happens. */
export const chargeScan = (
  scan: Charged,
  units: readonly ScanUnit[],
  now: Instant,
): Change<'pool' | 'ledgerEntry'>[] => [
  ...consumeEntries(scan, units, now),
  ...debits(scan.billingAccountId, totalCharge(units)),
];
