import type { Scan, ScanUnit } from '@scangate/domain/records';
import type { Finding } from '@scangate/engines/model/finding';
import { resultObjectName } from '@scangate/engines/model/results';
import { payloadExpiredProblem } from '@scangate/domain/scans/payload-retention';
import type { BlobReader } from '#ports/blobs.ts';
import { decodeUtf8 } from '#runtime/utf8.ts';

type Blobs = BlobReader<'results'>;

/** Units that left findings, if only an empty list of them. */
export const completedUnits = (scan: Scan): ScanUnit[] =>
  scan.units.filter(({ status }) => status === 'completed');

const keyOf = ({ organizationId, scanId }: Scan, { projectUnitId }: ScanUnit) => ({
  area: 'results' as const,
  organizationId,
  name: resultObjectName(scanId, projectUnitId, 'findings'),
});

/** What a completed unit left. @throws Problem payload_expired */
export const loadFindings = async (scan: Scan, unit: ScanUnit, blobs: Blobs): Promise<Finding[]> => {
  const content = await blobs.get(keyOf(scan, unit));
  if (!content) throw payloadExpiredProblem(scan);
  return JSON.parse(decodeUtf8(content)) as Finding[];
};

/** Asks for each unit's findings without reading them. @throws Problem payload_expired when any are gone. */
export const assertFindingsStored = async (scan: Scan, blobs: Blobs): Promise<void> => {
  for (const unit of completedUnits(scan)) {
    const content = await blobs.open(keyOf(scan, unit));
    if (!content) throw payloadExpiredProblem(scan);
    content.destroy();
  }
};
