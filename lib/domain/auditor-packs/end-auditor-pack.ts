import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { AuditorPack } from '../records.ts';

/** Thrown when another run has ended the pack. */
class PackEndedConflict extends Conflict {}

/** Ends a running pack; only the first of two runs does so. */
export const endPack = (
  { organizationId, packId, version }: AuditorPack,
  set: Partial<AuditorPack>,
): Change<'auditorPack'> => ({
  change: 'update',
  record: 'auditorPack',
  id: { organizationId, packId },
  set: { ...set, version: version + 1 },
  when: [{ field: 'state', is: 'equal', value: 'running' }],
  onConflict: () => new PackEndedConflict('another run has ended the pack'),
});

/** Ends a pack that could not be written. */
export const failPack = (pack: AuditorPack, error: string): Change<'auditorPack'> =>
  endPack(pack, { state: 'failed', error });
