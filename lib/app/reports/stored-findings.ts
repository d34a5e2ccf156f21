import type { UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { payloadExpiredProblem } from '@scangate/domain/scans/payload-retention';
import type { Finding } from '@scangate/engines/model/finding';
import type { BlobReader } from '#ports/blobs.ts';
import { forEachUnit } from './for-each-unit.ts';
import { loadUnitFindings, unitKey } from './unit-documents.ts';

type ResultReader = BlobReader<'results'>;

/** Lists the units that stored findings, possibly an empty list. */
export const completedUnits = ({ units }: Scan): ScanUnit[] =>
  units.filter(({ status }) => status === 'completed');

const storedUnit = ({ organizationId, scanId }: Scan, { projectUnitId }: ScanUnit) => ({
  organizationId,
  scanId,
  projectUnitId,
});

/** Loads the findings of a completed unit. @throws Problem payload_expired */
export const loadFindings = async (scan: Scan, unit: ScanUnit, blobs: ResultReader): Promise<Finding[]> => {
  const findings = await loadUnitFindings(storedUnit(scan, unit), blobs);
  if (!findings) throw payloadExpiredProblem(scan);
  return findings;
};

/** Loads the findings of all units of a scan, in the order of the units. @throws Problem payload_expired */
export const loadAllFindings = async (scan: Scan, blobs: ResultReader): Promise<UnitFinding[]> => {
  const byUnit = await forEachUnit(completedUnits(scan), async (unit) =>
    (await loadFindings(scan, unit, blobs)).map((finding) => ({
      ...finding,
      projectUnitId: unit.projectUnitId,
    })),
  );
  return byUnit.flat();
};

/**
 * Checks that the findings of every unit are stored, without reading them.
 * @throws Problem payload_expired
 */
export const assertFindingsStored = async (scan: Scan, blobs: ResultReader): Promise<void> => {
  for (const unit of completedUnits(scan)) {
    const content = await blobs.open(unitKey(storedUnit(scan, unit), 'findings'));
    if (!content) throw payloadExpiredProblem(scan);
    content.destroy();
  }
};
