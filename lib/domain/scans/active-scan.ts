import type { Change, Update } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { activeStatuses, type Scan } from '../records.ts';

/** The scan ended before, by whoever was first. Terminal states never change. */
export class ScanEndedConflict extends Conflict {
  constructor() {
    super('the scan has ended');
  }
}

/** The units of the scan changed since it was read: load it and decide again. */
export class ScanUnitsConflict extends Conflict {
  constructor() {
    super('the units of the scan changed since it was read');
  }
}

/**
 * A change of a scan that is active and whose units are as they were read. Whoever writes from an older reading would
 * lose a unit that was charged meanwhile, and its credit with it.
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
  onConflict: (found) =>
    found && activeStatuses.includes(found.status) ? new ScanUnitsConflict() : new ScanEndedConflict(),
});
