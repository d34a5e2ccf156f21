import { compareUnitFindings, type UnitFinding } from '@scangate/domain/reports/unit-findings';
import type { BlobReader } from '#ports/blobs.ts';
import type { Page } from '#ports/store.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { completedUnits, loadFindings } from './stored-findings.ts';

/**
 * Lists a page of the findings of a scan, most severe first over all its units.
 * @param range `from` is the cursor of the page before. @throws Problem payload_expired
 */
export const listFindings = async (
  scan: EndedScan,
  { from = '0', limit }: { from?: string | undefined; limit: number },
  blobs: BlobReader<'results'>,
): Promise<Page<UnitFinding>> => {
  const found: UnitFinding[] = [];
  for (const unit of completedUnits(scan)) {
    const { projectUnitId } = unit;
    for (const finding of await loadFindings(scan, unit, blobs)) found.push({ ...finding, projectUnitId });
  }
  const start = Number(from);
  const end = start + limit;
  const items = found.toSorted(compareUnitFindings).slice(start, end);
  return { items, ...(end < found.length && { cursor: String(end) }) };
};
