import { rememberAnswer } from '../../../lib/domain/idempotency.ts';
import { after } from '../../../lib/domain/instant.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { bodyLimitBytes, tooLarge } from '../../../lib/runtime/body.ts';
import { refuseAnswered } from '../../../lib/runtime/refuse-answered.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wirePresigner } from '../../../lib/runtime/wire/presign.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const validSeconds = 15 * 60;

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wirePresigner },
  async ({ caller, body, idempotency, ids, now }, { store, blobs }) => {
    const { organizationId } = caller;
    const at = now.toISOString();
    if (body.contentLength > bodyLimitBytes) throw tooLarge(body.contentLength);
    await refuseAnswered(idempotency, store, now);

    const uploadId = ids.uuid();
    const key = { area: 'incoming', organizationId, name: uploadId } as const;
    const { url, headers } = await blobs.presignPut(key, body, validSeconds);
    const expiresAt = after(now, validSeconds * 1000);
    const answer = {
      status: 201 as const,
      body: { uploadId, url, method: 'PUT' as const, headers, expiresAt },
    };
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, answer, now),
      {
        change: 'insert',
        record: 'upload',
        item: { organizationId, uploadId, contentLength: body.contentLength, createdAt: at },
      },
    ]);
    return answer;
  },
);
