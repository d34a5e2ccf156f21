import type { Scan, ScanUnit } from '../../../lib/domain/records.ts';
import type { Finding } from '../../../lib/domain/scans/finding.ts';
import { resultName } from '../../../lib/domain/scans/results.ts';
import { payloadExpired } from '../../../lib/domain/scans/retention.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import { textOf } from '../../../lib/runtime/text.ts';

type Blobs = BlobReader<'results'>;

/** Units that left findings, if only an empty list of them. */
export const completedUnits = (scan: Scan): ScanUnit[] =>
  scan.units.filter(({ status }) => status === 'completed');

const keyOf = ({ organizationId, scanId }: Scan, { projectUnitId }: ScanUnit) => ({
  area: 'results' as const,
  organizationId,
  name: resultName(scanId, projectUnitId, 'findings'),
});

/** What a completed unit left. @throws Problem payload_expired */
export const findingsOf = async (scan: Scan, unit: ScanUnit, blobs: Blobs): Promise<Finding[]> => {
  const content = await blobs.get(keyOf(scan, unit));
  if (!content) throw payloadExpired(scan);
  return JSON.parse(textOf(content)) as Finding[];
};

/** Asks for each unit's findings without reading them. @throws Problem payload_expired when any are gone. */
export const requireFindings = async (scan: Scan, blobs: Blobs): Promise<void> => {
  for (const unit of completedUnits(scan)) {
    const content = await blobs.open(keyOf(scan, unit));
    if (!content) throw payloadExpired(scan);
    content.destroy();
  }
};
