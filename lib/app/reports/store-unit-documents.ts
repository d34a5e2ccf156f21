import { resultObjectName } from '@scangate/engines/model/results';
import type { BlobWriter } from '#ports/blobs.ts';
import type { UnitDocuments } from '#ports/unit-assessor.ts';
import { freeBuffer } from '#app/free-buffer.ts';
import { isJoinedSbom, joinUnitDocuments, type StoredUnit } from './unit-documents.ts';

const free = (document: Uint8Array | string): void => {
  if (typeof document !== 'string') freeBuffer(document);
};

/** Stores the documents of a unit, and frees the bytes of each once they are stored. */
export const storeUnitDocuments = async (
  { organizationId, scanId, projectUnitId }: StoredUnit,
  { assessment, sbom, findings, result }: UnitDocuments,
  blobs: BlobWriter<'results'>,
): Promise<void> => {
  const joined = joinUnitDocuments({ result, findings, ...(sbom !== undefined && { sbom }) });
  for (const document of [findings, result]) free(document);
  const longSbom = sbom === undefined || isJoinedSbom(sbom) ? undefined : sbom;
  // The findings with the result come last: a unit that has them is complete.
  const objects = { assessment, sbom: longSbom, findings: joined };
  for (const part of ['assessment', 'sbom', 'findings'] as const) {
    const body = objects[part];
    if (body === undefined) continue;
    const name = resultObjectName(scanId, projectUnitId, part);
    await blobs.put({ area: 'results', organizationId, name }, body, 'application/json');
    free(body);
  }
};
