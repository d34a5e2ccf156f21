import { parseJson } from '#contract/parse-json.ts';
import { scanRequest, type ScanRequest, type UploadReference } from '#contract/scan-request.ts';
import { validateBody } from '#contract/validate.ts';
import { Problem } from '@scangate/domain/problem';
import { validateArtifactRequest } from '@scangate/domain/scans/artifact-request';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { bodyLimitBytes } from '#runtime/request-body.ts';
import { decodeUtf8 } from '#runtime/utf8.ts';

/** The scan request that was uploaded under this id: the same rules and the same limit as one that was sent. */
const readUpload = async (
  upload: { organizationId: string; uploadId: string },
  store: Pick<Store<'upload'>, 'get'>,
  blobs: BlobReader<'incoming'>,
): Promise<ScanRequest> => {
  const { organizationId, uploadId } = upload;
  const known = await store.get('upload', upload);
  const key = { area: 'incoming', organizationId, name: uploadId } as const;
  const content = known && (await blobs.get(key, { maxBytes: bodyLimitBytes }));
  if (!content) {
    throw new Problem('upload_not_found', {
      detail: 'Nothing was uploaded under this id, or it has expired.',
    });
  }
  return validateBody(scanRequest, parseJson(decodeUtf8(content)));
};

/** What is asked for, sent or uploaded, with the rules between its fields kept. @throws Problem */
export const readScanRequest = async (
  organizationId: string,
  body: ScanRequest | UploadReference,
  store: Pick<Store<'upload'>, 'get'>,
  blobs: BlobReader<'incoming'>,
): Promise<ScanRequest> => {
  const order =
    'uploadId' in body ? await readUpload({ organizationId, uploadId: body.uploadId }, store, blobs) : body;
  validateArtifactRequest(order);
  return order;
};
