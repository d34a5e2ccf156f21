import {
  selectFindings,
  type FindingFacet,
  type FindingFilter,
  type FindingSort,
} from '@scangate/domain/reports/listing/select-findings';
import { findingView, type UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import type { BlobReader } from '#ports/blobs.ts';
import type { Page } from '#ports/store.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { loadAllFindings } from './stored-findings.ts';

interface FindingListRequest {
  filter: FindingFilter;
  sort: FindingSort;
  facets: readonly FindingFacet[];
  /** The cursor of the previous page. */
  from?: string | undefined;
  limit: number;
}

/** A page of findings, with the facts that all pages of the filter share. */
interface FindingPage extends Page<UnitFinding> {
  total: number;
  facets: ReturnType<typeof selectFindings>['facets'];
}

/**
 * Lists a page of the findings of a scan over all its units, the most severe first unless sorted otherwise.
 * @throws Problem payload_expired
 */
export const listFindings = async (
  scan: EndedScan,
  { from = '0', limit, ...asked }: FindingListRequest,
  blobs: BlobReader<'results'>,
): Promise<FindingPage> => {
  const { findings, facets } = selectFindings(await loadAllFindings(scan, blobs), asked);
  const start = Number(from);
  const end = start + limit;
  const items = findings.slice(start, end).map(findingView);
  const total = findings.length;
  return { items, total, facets, ...(end < total && { cursor: String(end) }) };
};
