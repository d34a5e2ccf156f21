import { parseJson } from '../../../lib/contract/json-guard.ts';
import { validateBody } from '../../../lib/contract/validate.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import type { Store } from '../../../lib/ports/store.ts';
import { bodyLimitBytes } from '../../../lib/runtime/body.ts';
import { textOf } from '../../../lib/runtime/text.ts';
import { scanRequest, type ScanRequest } from './endpoint.ts';

/** The scan request that was uploaded under this id: the same rules and the same limit as one that was sent. */
export const readUpload = async (
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
