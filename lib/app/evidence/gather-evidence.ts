import { createHash, type Hash } from 'node:crypto';
import type { Scan } from '@scangate/domain/records';
import { gateObjectName } from '@scangate/engines/model/gate/gate-inputs';
import { sha256 } from '@scangate/engines/model/digest';
import type { BlobReader } from '#ports/blobs.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import { unitPieces, type StoredUnit } from '../reports/unit-documents.ts';

/** Units that are read at the same time. */
const atOnce = 8;

/** Hashes the findings and the SBOM of a unit. */
const hashUnit = async (
  unit: StoredUnit,
  blobs: BlobReader<'results'>,
): Promise<{ findings: string | undefined; sbom: string | undefined }> => {
  const hashes: { findings?: Hash; sbom?: Hash; result?: Hash } = {};
  for await (const [part, piece] of unitPieces(unit, blobs))
    (hashes[part] ??= createHash('sha256')).update(piece);
  return { findings: hashes.findings?.digest('hex'), sbom: hashes.sbom?.digest('hex') };
};

/**
 * Hashes the stored documents of a scan: its gate inputs, and the findings and the SBOM of each completed unit. A later
 * judgment has no findings and no gate inputs of its own: only the SBOMs are its evidence.
 * @returns SHA-256 in hex by the name within the scan, without documents that are not stored.
 */
export const gatherEvidence = async (
  scan: Scan,
  { isFirst }: { isFirst: boolean },
  blobs: BlobReader<'results'>,
): Promise<Record<string, string>> => {
  const { organizationId, scanId } = scan;
  const gate = gateObjectName(scanId);
  const inputs = isFirst && (await blobs.get({ area: 'results', organizationId, name: gate }));
  const evidence: Record<string, string> = {};
  if (inputs) evidence[gate.slice(scanId.length + 1)] = sha256(inputs);
  const ids = completedUnits(scan)
    .map(({ projectUnitId }) => projectUnitId)
    .toSorted();
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const units = some.map((projectUnitId) => hashUnit({ organizationId, scanId, projectUnitId }, blobs));
    for (const [index, { findings, sbom }] of (await Promise.all(units)).entries()) {
      if (isFirst && findings) evidence[`${some[index]}/findings.json`] = findings;
      if (sbom) evidence[`${some[index]}/sbom.json`] = sbom;
    }
  }
  return evidence;
};
