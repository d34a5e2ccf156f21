import { isUtf8 } from 'node:buffer';
import { Problem } from '@scangate/domain/problem';
import { sha256 } from '@scangate/engines/model/digest';
import { validateArtifactRequest } from '@scangate/domain/scans/validate-artifact-request';
import { requestLimitBytes } from '@scangate/domain/scans/request-limit';
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

/** A scan request, its artifact, and the upload that they were read from. */
export interface ReadScanRequest {
  request: ScanRequest;
  artifact?: Uint8Array | undefined;
  upload?: Upload;
}

/** The body of a request: the scan request itself with its artifact, or the id under which both were uploaded. */
export interface SentScanRequest {
  body: ScanRequest | { uploadId: string };
  artifact?: Uint8Array | undefined;
}

/** Reads an uploaded request; the same rules and the same limit hold as for a request in the body. */
const readUpload = async (
  { organizationId, uploadId }: { organizationId: string; uploadId: string },
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
  if (!isUtf8(content))
    throw new Problem('malformed_json', { detail: 'The upload is not UTF-8: upload JSON in UTF-8.' });
  const json = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return { ...parseScanRequest(json), upload: known };
};

/** Reads a scan request and hashes its artifact. @throws Problem */
export const readScanRequest = async (
  organizationId: string,
  { body, artifact: sent }: SentScanRequest,
  ports: UploadPorts,
): Promise<ReadScanRequest> => {
  const { request, artifact, upload }: ReadScanRequest =
    'uploadId' in body
      ? await readUpload({ organizationId, uploadId: body.uploadId }, ports)
      : { request: body, artifact: sent };
  validateArtifactRequest(request);
  return {
    request: artifact ? { ...request, artifactSha256: sha256(artifact) } : request,
    artifact,
    ...(upload && { upload }),
  };
};
