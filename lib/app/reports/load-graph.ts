import { storedJson } from '#app/stored-json.ts';
import { Problem } from '@scangate/domain/problem';
import type { Finding } from '@scangate/engines/model/finding';
import { sbomGraph } from '@scangate/engines/sbom/sbom-graph';
import { selectGraph, type SelectedGraph } from '@scangate/engines/sbom/select-graph';
import type { BlobReader } from '#ports/blobs.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { loadUnitSboms } from './load-sbom.ts';
import { loadFindings } from './stored-findings.ts';

/** Whether a finding about a package counts. Advice does not, nor what is suppressed or waived. */
const isCounted = ({ kind, suppressed, waived }: Finding): boolean =>
  (kind === 'vulnerability' || kind === 'license') && !suppressed && !waived;

const countByPackage = (findings: readonly Finding[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const purl = 'purl' in finding ? finding.purl : undefined;
    if (purl !== undefined && isCounted(finding)) counts.set(purl, (counts.get(purl) ?? 0) + 1);
  }
  return counts;
};

/**
 * Loads the dependencies between the packages of a scan, from its stored SBOMs: the paths to one package, or all.
 * @throws Problem project_unit_not_found, sbom_not_found or payload_expired
 */
export const loadGraph = async (
  scan: EndedScan,
  { purl, projectUnitId }: { purl?: string | undefined; projectUnitId?: string | undefined },
  blobs: BlobReader<'results'>,
): Promise<SelectedGraph> => {
  const stored = await loadUnitSboms(scan, projectUnitId, blobs);
  if (stored.length === 0) throw new Problem('sbom_not_found', { detail: 'This scan has no SBOM.' });
  const findings: Finding[] = [];
  for (const { unit } of stored) findings.push(...(await loadFindings(scan, unit, blobs)));
  const graph = sbomGraph(stored.map(({ text }) => storedJson<object>(text)));
  return selectGraph(graph, { purl, findings: countByPackage(findings) });
};
