import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { ExportPart, OrganizationExport } from '../records.ts';

/** Thrown when another run wrote the same part meanwhile. */
class ExportConflict extends Conflict {}

/** Stores a written part. The last one, which has no next position, completes the export. */
export const storeExportPart = (
  { position: start, ...current }: OrganizationExport,
  { written, position }: { written: ExportPart; position: string | undefined },
  now: Date,
): Change<'organizationExport'> => ({
  change: 'insert',
  record: 'organizationExport',
  item: {
    ...current,
    parts: [...current.parts, written],
    ...(position === undefined
      ? { state: 'completed' as const, completedAt: now.toISOString() }
      : { position }),
  },
  replaceIf: [
    { field: 'state', is: 'equal', value: 'running' },
    start === undefined
      ? { field: 'position', is: 'absent' }
      : { field: 'position', is: 'equal', value: start },
  ],
  onConflict: () => new ExportConflict('the part was written by another run'),
});
