import { Readable } from 'node:stream';
import { requireCapability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { resultObjectName } from '@scangate/engines/model/results';
import { producesSbom, payloadExpiredProblem } from '@scangate/domain/scans/payload-retention';
import type { BlobReader } from '#ports/blobs.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { serve } from '#runtime/serve.ts';
import { decodeUtf8 } from '#runtime/utf8.ts';
import { wireBlobReader } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { mergeSboms } from '@scangate/engines/sbom/merge-sboms';
import { spdxDocument } from '@scangate/engines/sbom/spdx-document';
import { endpoint } from './endpoint.ts';

const readSbom = async (
  scan: Scan,
  projectUnitId: string,
  blobs: BlobReader<'results'>,
): Promise<string | undefined> => {
  const { organizationId, scanId } = scan;
  const content = await blobs.get({
    area: 'results',
    organizationId,
    name: resultObjectName(scanId, projectUnitId, 'sbom'),
  });
  return content && decodeUtf8(content);
};

/** One unit's document as it is; of several, one document that holds them all. */
const sbomOf = async (
  scan: Scan,
  projectUnitId: string | undefined,
  fullName: string,
  blobs: BlobReader<'results'>,
) => {
  const units = scan.units.filter(
    (unit) => projectUnitId === undefined || unit.projectUnitId === projectUnitId,
  );
  if (units.length === 0 && projectUnitId !== undefined) throw new Problem('project_unit_not_found');
  const parts: { unitPath: string; document: object }[] = [];
  for (const unit of units.filter(({ status }) => status === 'completed')) {
    const text = await readSbom(scan, unit.projectUnitId, blobs);
    if (text === undefined && producesSbom(scan, unit)) throw payloadExpiredProblem(scan);
    if (text !== undefined && units.length === 1) return text;
    if (text !== undefined) parts.push({ unitPath: unit.path, document: JSON.parse(text) as object });
  }
  if (parts.length === 0)
    throw new Problem('sbom_not_found', {
      detail: 'This scan made no SBOM: sbom was not among its types, or it failed.',
    });
  return mergeSboms(parts, {
    repository: { fullName },
    commitHash: scan.commitHash,
    serialNumber: `urn:uuid:${scan.scanId}`,
    timestamp: new Date(scan.finishedAt ?? scan.createdAt),
  });
};

/** Plain JSON is asked for by those who do not know what it is called. */
const forms = [
  'application/vnd.cyclonedx+json; version=1.6',
  'application/spdx+json; version=2.3',
  'application/json',
] as const;

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller, params, query, headers }, { store, blobs }) => {
    const form = negotiateMediaType(headers['accept'], forms);
    requireCapability(caller.plan, 'proof_export');
    const { organizationId } = caller;
    const scan = await store.get('scan', { organizationId, scanId: params.scanId });
    if (!scan) throw new Problem('scan_not_found');
    if (!scan.verdict)
      throw new Problem('conflict', { detail: 'The scan has not ended yet.', scanStatus: scan.status });
    const repository = await store.get('repository', { organizationId, repositoryId: scan.repositoryId });
    const text = await sbomOf(scan, query.projectUnitId, repository?.fullName ?? scan.repositoryId, blobs);
    const spdx = form.startsWith('application/spdx');
    return {
      status: 200,
      headers: { 'Content-Type': spdx ? form : forms[0], Vary: 'Accept' },
      stream: Readable.from(spdx ? spdxDocument(JSON.parse(text) as object) : text, { objectMode: false }),
    };
  },
);
