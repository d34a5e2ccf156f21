import { isUtf8 } from 'node:buffer';
import { storedCommitHash } from '@scangate/domain/repositories/commit-hash';
import { Problem } from '@scangate/domain/problem';
import { sha256 } from '@scangate/engines/model/digest';
import { requestLimitBytes } from '@scangate/domain/scans/uploads/request-size-limit';
import type { Upload } from '@scangate/domain/records';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';

export interface UploadPorts {
  store: Pick<Store<'upload'>, 'get'>;
  blobs: BlobReader<'incoming'>;
  /** Parses the JSON of an uploaded request and validates its fields. @throws Problem */
  parseScanRequest: (json: Buffer) => { request: ScanRequest; artifact?: Uint8Array };
}

/** A scan request, its artifact, and the upload from which they were read. */
export interface ReadScanRequest {
  request: ScanRequest;
  artifact?: Uint8Array | undefined;
  upload?: Upload;
}

/** Names an upload and, for an SBOM that was uploaded alone, the other fields of its scan. */
type UploadReference = { uploadId: string } & Partial<ScanRequest>;

/** The body of a request: the scan request itself with its artifact, or the id under which both were uploaded. */
export interface SentScanRequest {
  body: ScanRequest | UploadReference;
  artifact?: Uint8Array | undefined;
}

/** The fields that every scan has. */
const requestBeside = ({ repositoryId, commitHash, ...others }: Partial<ScanRequest>): ScanRequest => {
  if (repositoryId !== undefined && commitHash !== undefined) return { repositoryId, commitHash, ...others };
  const missing = repositoryId === undefined ? 'repositoryId' : 'commitHash';
  const detail = 'Only an SBOM was uploaded: send the other fields of the scan with its uploadId.';
  throw new Problem('validation_failed', {
    detail,
    errors: [{ pointer: `/${missing}`, code: 'validation_failed', detail: `${missing} is required.` }],
  });
};

const wholeRequest = (fields: readonly string[]): Problem => {
  const detail = 'The upload is the whole scan request: send only its uploadId.';
  const errors = fields.map((name) => ({ pointer: `/${name}`, code: 'validation_failed', detail }));
  return new Problem('validation_failed', { detail, errors });
};

/** Reads an uploaded request, under the same rules and the same limit as a request in the body. */
const readUpload = async (
  organizationId: string,
  { uploadId, ...beside }: UploadReference,
  { store, blobs, parseScanRequest }: UploadPorts,
): Promise<ReadScanRequest> => {
  const known = await store.get('upload', { organizationId, uploadId }, { consistent: true });
  const key = { area: 'incoming', organizationId, name: uploadId } as const;
  const content = known && (await blobs.get(key, { maxBytes: requestLimitBytes }));
  if (!content) {
    throw new Problem('upload_not_found', {
      detail: 'Nothing was uploaded under this id, or it has expired.',
    });
  }
  if (known.mediaType) {
    const request = requestBeside(beside);
    return {
      request: { ...request, sbom: {}, documentType: known.mediaType },
      artifact: content,
      upload: known,
    };
  }
  if (Object.keys(beside).length > 0) throw wholeRequest(Object.keys(beside));
  if (!isUtf8(content))
    throw new Problem('malformed_json', { detail: 'The upload is not UTF-8: upload JSON in UTF-8.' });
  const json = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return { ...parseScanRequest(json), upload: known };
};

/** Every later step compares commits in their stored form. */
const withStoredHashes = ({ commitHash, baseCommitHash, ...others }: ScanRequest): ScanRequest => ({
  ...others,
  commitHash: storedCommitHash(commitHash),
  ...(baseCommitHash !== undefined && { baseCommitHash: storedCommitHash(baseCommitHash) }),
});

/** Few requests have an artifact, and the names of all lockfiles are many. */
const validateArtifact = async (request: ScanRequest): Promise<void> => {
  if (!request.lockfile && !request.sbom) return;
  const { validateArtifactRequest } = await import('@scangate/domain/scans/validate-artifact-request');
  validateArtifactRequest(request);
};

/** Reads a scan request and hashes its artifact. @throws Problem */
export const readScanRequest = async (
  organizationId: string,
  { body, artifact: sent }: SentScanRequest,
  ports: UploadPorts,
): Promise<ReadScanRequest> => {
  const {
    request: asSent,
    artifact,
    upload,
  }: ReadScanRequest = 'uploadId' in body
    ? await readUpload(organizationId, body, ports)
    : { request: body, artifact: sent };
  await validateArtifact(asSent);
  const request = withStoredHashes(asSent);
  return {
    request: artifact ? { ...request, artifactSha256: sha256(artifact) } : request,
    artifact,
    ...(upload && { upload }),
  };
};
