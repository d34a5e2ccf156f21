import { addMs } from '@scangate/domain/instant';
import type { Change } from '@scangate/domain/record-changes';
import type { Scan } from '@scangate/domain/records';
import { deadlines } from '../scan-deadlines.ts';

/**
 * Records that a scan was refused after its execution had started, so that the execution does not wait for it. Without this
 * row, equal requests sent at once would each occupy an execution that no limit counts (docs/adr/0039-fair-to-all.md).
 */
export const refuseScan = (
  { organizationId, scanId }: Pick<Scan, 'organizationId' | 'scanId'>,
  now: Date,
): Change<'refusedScan'> => ({
  change: 'insert',
  record: 'refusedScan',
  item: { organizationId, scanId, expiresAt: addMs(now, deadlines.recordMs) },
});
