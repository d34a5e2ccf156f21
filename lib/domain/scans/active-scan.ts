import type { Change, Update } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { activeStatuses, type Scan } from '../records.ts';
import { countUnitsOfScan } from './fairness/active-scans.ts';
import { listBegunScan } from './listing/scan-listings.ts';
import { executionsOf } from './units/unit-groups.ts';

/** Thrown when the scan has already ended: terminal states never change. */
export class ScanEndedConflict extends Conflict {
  constructor() {
    super('the scan has ended');
  }
}

/** Thrown when the units of the scan changed after it was loaded. */
export class ScanUnitsConflict extends Conflict {
  constructor() {
    super('the units of the scan changed since it was read');
  }
}

/** Whether a scan has not ended. */
export const isActive = ({ status }: Pick<Scan, 'status'>): boolean => activeStatuses.includes(status);

/**
 * Updates a scan that is active and whose units have not changed since they were loaded. Without that condition, a
 * concurrent writer would lose a unit that was charged meanwhile, and its credit with it.
 */
export const updateActiveScan = (
  scan: Pick<Scan, 'organizationId' | 'scanId' | 'unitsVersion'>,
  fields: Pick<Update<'scan'>, 'set' | 'unset'>,
): Change<'scan'> => ({
  change: 'update',
  record: 'scan',
  id: { organizationId: scan.organizationId, scanId: scan.scanId },
  ...fields,
  add: { unitsVersion: 1 },
  when: [
    { field: 'status', is: 'oneOf', value: activeStatuses },
    { field: 'unitsVersion', is: 'equal', value: scan.unitsVersion },
  ],
  onConflict: (found) => (found && isActive(found) ? new ScanUnitsConflict() : new ScanEndedConflict()),
});

/** A running scan and the changes that begin it. */
interface BegunScan {
  scan: Scan;
  changes: Change<'scan' | 'scanListing' | 'activeScans'>[];
}

/** The units of the commit, and other facts known with them. */
interface BeginningScan extends Pick<Scan, 'units' | 'reviewed'> {
  /** Units that need the function with more memory. */
  large?: readonly string[] | undefined;
}

/**
 * Plans the write that begins a scan with the units of its commit. A scan that has begun before is not listed again. Its place in
 * the due queue stays: most scans end before, and the sweep moves the others.
 */
export const beginScan = (scan: Scan, { large, ...fields }: BeginningScan, now: Date): BegunScan => {
  const counted = countUnitsOfScan(scan, executionsOf(fields.units, large));
  const set = {
    ...fields,
    ...counted.set,
    status: 'running' as const,
    units: fields.units.map((unit) => ({ ...unit, status: 'running' as const })),
    startedAt: scan.startedAt ?? now.toISOString(),
  };
  const listings = scan.startedAt === undefined ? listBegunScan(scan) : [];
  return {
    scan: { ...scan, ...set, unitsVersion: scan.unitsVersion + 1 },
    changes: [updateActiveScan(scan, { set }), ...listings, ...counted.changes],
  };
};
