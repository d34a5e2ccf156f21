import { storedJson } from '#app/stored-json.ts';
import { Problem } from '@scangate/domain/problem';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { payloadExpiredProblem } from '@scangate/domain/scans/payload-retention';
import { producesSbom } from '@scangate/domain/scans/scan-scope';
import { mergeSboms } from '@scangate/engines/sbom/merge-sboms';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { loadUnitDocument } from './unit-documents.ts';

interface SbomPorts {
  store: Pick<Store<'repository'>, 'get'>;
  blobs: BlobReader<'results'>;
}

const unitsOf = ({ units }: Scan, projectUnitId: string | undefined): ScanUnit[] => {
  if (projectUnitId === undefined) return units;
  const named = units.filter((unit) => unit.projectUnitId === projectUnitId);
  if (named.length === 0) throw new Problem('project_unit_not_found');
  return named;
};

/**
 * Loads the stored document of a unit; undefined when its scan types make none.
 * @throws Problem payload_expired
 */
export const loadUnitSbom = async (
  scan: Scan,
  unit: ScanUnit,
  blobs: SbomPorts['blobs'],
): Promise<string | undefined> => {
  const { organizationId, scanId } = scan;
  const { projectUnitId } = unit;
  const content = await loadUnitDocument({ organizationId, scanId, projectUnitId }, 'sbom', blobs);
  if (!content && producesSbom(scan, unit)) throw payloadExpiredProblem(scan);
  return content && decodeUtf8(content);
};

/**
 * Loads the documents of the completed units of a scan, or of one of them, as stored.
 * @throws Problem project_unit_not_found or payload_expired
 */
export const loadUnitSboms = async (
  scan: Scan,
  projectUnitId: string | undefined,
  blobs: SbomPorts['blobs'],
): Promise<{ unit: ScanUnit; text: string }[]> => {
  const stored: { unit: ScanUnit; text: string }[] = [];
  for (const unit of unitsOf(scan, projectUnitId).filter(({ status }) => status === 'completed')) {
    const text = await loadUnitSbom(scan, unit, blobs);
    if (text !== undefined) stored.push({ unit, text });
  }
  return stored;
};

/**
 * Loads the CycloneDX document of a scan or of one of its units. The document of one unit is returned as stored;
 * those of several are merged into one.
 * @throws Problem project_unit_not_found, sbom_not_found or payload_expired
 */
export const loadSbom = async (
  scan: EndedScan,
  projectUnitId: string | undefined,
  { store, blobs }: SbomPorts,
): Promise<string> => {
  const stored = await loadUnitSboms(scan, projectUnitId, blobs);
  const [only] = stored;
  if (only && unitsOf(scan, projectUnitId).length === 1) return only.text;
  if (!only) {
    throw new Problem('sbom_not_found', {
      detail: 'This scan has no SBOM: the type sbom was not requested, or it failed.',
    });
  }
  const { organizationId, repositoryId } = scan;
  const repository = await store.get('repository', { organizationId, repositoryId });
  const name = repository?.fullName ?? repositoryId;
  const parts = stored.map(({ unit, text }) => ({
    unitPath: unit.path,
    document: storedJson<object>(text),
  }));
  return mergeSboms(parts, {
    subject: { ref: 'repository', name, version: scan.commitHash, supplier: name.split('/', 1)[0] || name },
    properties: [
      { name: 'scangate:repository', value: name },
      { name: 'scangate:commit', value: scan.commitHash },
    ],
    serialNumber: `urn:uuid:${scan.scanId}`,
    timestamp: new Date(scan.finishedAt ?? scan.createdAt),
  });
};
