import { parseJson } from '../../../lib/contract/json-guard.ts';
import { scanRequest, type ScanRequest, type UploadReference } from '../../../lib/contract/scan-request.ts';
import { validateBody } from '../../../lib/contract/validate.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { checkArtifact } from '../../../lib/domain/scans/artifact.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import type { Store } from '../../../lib/ports/store.ts';
import { bodyLimitBytes } from '../../../lib/runtime/body.ts';
import { textOf } from '../../../lib/runtime/text.ts';

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
  return validateBody(scanRequest, parseJson(textOf(content)));
};

/** What is asked for, sent or uploaded, with the rules between its fields kept. @throws Problem */
export const readOrder = async (
  organizationId: string,
  body: ScanRequest | UploadReference,
  store: Pick<Store<'upload'>, 'get'>,
  blobs: BlobReader<'incoming'>,
): Promise<ScanRequest> => {
  const order =
    'uploadId' in body ? await readUpload({ organizationId, uploadId: body.uploadId }, store, blobs) : body;
  checkArtifact(order);
  return order;
};
