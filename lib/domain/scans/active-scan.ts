import type { Change, Update } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { activeStatuses, type Scan } from '../records.ts';

/** The scan has ended already: terminal states never change. */
export class ScanEndedConflict extends Conflict {
  constructor() {
    super('the scan has ended');
  }
}

/** The units of the scan changed after it was loaded. */
export class ScanUnitsConflict extends Conflict {
  constructor() {
    super('the units of the scan changed since it was read');
  }
}

export const isActive = ({ status }: Pick<Scan, 'status'>): boolean => activeStatuses.includes(status);

/**
 * Updates a scan that is active and whose units are still as they were loaded. Without that condition a concurrent
 * writer would lose a unit that was charged meanwhile, and its credit with it.
 */
export const updateActiveScan = (
  scan: Pick<Scan, 'organizationId' | 'scanId' | 'unitsVersion'>,
  fields: Pick<Update<'scan'>, 'set' | 'unset' | 'append'>,
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
