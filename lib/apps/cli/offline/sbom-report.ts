import type { Scan, ScanUnit } from '@scangate/domain/records';
import type { Inventory } from '@scangate/engines/model/component';
import { derivedId } from '@scangate/engines/model/digest';
import { badFlag } from '../arguments/flags.ts';
import type { SbomFormat } from '../scan/report-formats.ts';
import type { FinishedScan } from './scan-outcome.ts';

/** Writes the CycloneDX document of one unit, as the service does. */
export const unitSbom = async (
  scan: Scan,
  { unit, fullName }: { unit: ScanUnit; fullName: string },
  inventory: Inventory,
): Promise<string> => {
  const { buildSbom } = await import('@scangate/engines/sbom/build-sbom');
  const { projectUnitId, path, type } = unit;
  return buildSbom({
    inventory,
    unit: { path, type, name: path === '' ? fullName : path },
    repository: { fullName },
    commitHash: scan.commitHash,
    serialNumber: `urn:uuid:${derivedId('sbom', scan.scanId, projectUnitId)}`,
    timestamp: new Date(scan.createdAt),
  });
};

const cyclonedxOf = async ({ record, repository, sboms }: FinishedScan): Promise<string> => {
  const parts = record.units.flatMap(({ projectUnitId, path }) => {
    const text = sboms.get(projectUnitId);
    return text === undefined ? [] : [{ unitPath: path, text }];
  });
  const [only, ...more] = parts;
  if (!only) throw badFlag('There is no SBOM: the type sbom was not requested, or it failed.');
  if (more.length === 0 && record.units.length === 1) return only.text;
  const { mergeSboms } = await import('@scangate/engines/sbom/merge-sboms');
  const { fullName: name } = repository;
  const documents = parts.map(({ unitPath, text }) => ({ unitPath, document: JSON.parse(text) as object }));
  return mergeSboms(documents, {
    subject: { ref: 'repository', name, version: record.commitHash, supplier: name.split('/', 1)[0] || name },
    properties: [
      { name: 'scangate:repository', value: name },
      { name: 'scangate:commit', value: record.commitHash },
    ],
    serialNumber: `urn:uuid:${record.scanId}`,
    timestamp: new Date(record.finishedAt ?? record.createdAt),
  });
};

/** Writes the SBOM of a scan on this machine. @throws CliFailure when the scan made none */
export const sbomReport = async (format: SbomFormat, finished: FinishedScan): Promise<string> => {
  const text = await cyclonedxOf(finished);
  if (format === 'cyclonedx') return text;
  const { spdxDocument } = await import('@scangate/engines/sbom/spdx-document');
  return [...spdxDocument(JSON.parse(text) as object)].join('');
};
