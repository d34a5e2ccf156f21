import { isUtf8 } from 'node:buffer';
import { Problem } from '@scangate/domain/problem';
import { validateArtifactRequest } from '@scangate/domain/scans/validate-artifact-request';
import { requestLimitBytes } from '@scangate/domain/scans/request-limit';
import type { Upload } from '@scangate/domain/records';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { decodeUtf8 } from '../decode-utf8.ts';

export interface UploadPorts {
  store: Pick<Store<'upload'>, 'get'>;
  blobs: BlobReader<'incoming'>;
  /** Parses the JSON of an uploaded request and validates its fields. @throws Problem */
  parseScanRequest: (text: string) => ScanRequest;
}

/** A scan request, and the upload it was read from. */
export interface ReadScanRequest {
  request: ScanRequest;
  upload?: Upload;
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
  return { request: parseScanRequest(decodeUtf8(content)), upload: known };
};

/** Reads the scan request of a body, which is the request itself or names an upload. @throws Problem */
export const readScanRequest = async (
  organizationId: string,
  body: ScanRequest | { uploadId: string },
  ports: UploadPorts,
): Promise<ReadScanRequest> => {
  const read =
    'uploadId' in body
      ? await readUpload({ organizationId, uploadId: body.uploadId }, ports)
      : { request: body };
  validateArtifactRequest(read.request);
  return read;
};
