import { createHash } from 'node:crypto';
import type { Scan } from '@scangate/domain/records';
import { gateObjectName } from '@scangate/engines/model/gate/gate-inputs';
import { resultObjectName } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import { findingsPieces, hasFindings } from '../reports/unit-documents.ts';

/** Documents that are read at the same time. */
const atOnce = 8;

/** A later judgment has no findings and no gate inputs of its own: of the documents, only the SBOM is its evidence. */
const namesOf = (scan: Scan, { isFirst }: { isFirst: boolean }): string[] => {
  const { scanId } = scan;
  const parts = isFirst ? (['findings', 'sbom'] as const) : (['sbom'] as const);
  const ofUnits = completedUnits(scan)
    .map(({ projectUnitId }) => projectUnitId)
    .toSorted()
    .flatMap((projectUnitId) => parts.map((part) => resultObjectName(scanId, projectUnitId, part)));
  return isFirst ? [gateObjectName(scanId), ...ofUnits] : ofUnits;
};

/**
 * Hashes the stored documents of a scan: its gate inputs, and the findings and the SBOM of each completed unit.
 * @returns SHA-256 in hex by the name within the scan, without documents that are not stored.
 */
export const gatherEvidence = async (
  scan: Scan,
  options: { isFirst: boolean },
  blobs: BlobReader<'results'>,
): Promise<Record<string, string>> => {
  const { organizationId, scanId } = scan;
  const names = namesOf(scan, options);
  const digests: (string | undefined)[] = [];
  const hash = async (name: string): Promise<string | undefined> => {
    const content = await blobs.open({ area: 'results', organizationId, name });
    if (!content) return undefined;
    const digest = createHash('sha256');
    const pieces = content as AsyncIterable<Uint8Array>;
    for await (const piece of hasFindings(name) ? findingsPieces(pieces) : pieces) digest.update(piece);
    return digest.digest('hex');
  };
  for (let at = 0; at < names.length; at += atOnce)
    digests.push(...(await Promise.all(names.slice(at, at + atOnce).map(hash))));
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const digest = digests[index];
      return digest === undefined ? [] : [[name.slice(scanId.length + 1), digest]];
    }),
  );
};
