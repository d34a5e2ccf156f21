import { rememberAnswer } from '@scangate/domain/idempotency';
import { instantAfter } from '@scangate/domain/instant';
import { commitOrThrow } from '#ports/store.ts';
import { bodyLimitBytes, bodyTooLarge } from '#runtime/request-body.ts';
import { replayIfAnswered } from '#app/replay-if-answered.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobPresigner } from '#runtime/wire/blob-presigner.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const validSeconds = 15 * 60;

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobPresigner },
  async ({ caller, body, idempotency, ids, now }, { store, blobs }) => {
    const { organizationId } = caller;
    const at = now.toISOString();
    if (body.contentLength > bodyLimitBytes) throw bodyTooLarge(body.contentLength);
    await replayIfAnswered(idempotency, store, now);

    const uploadId = ids.uuid();
    const key = { area: 'incoming', organizationId, name: uploadId } as const;
    const { url, headers } = await blobs.presignPut(key, body, validSeconds);
    const expiresAt = instantAfter(now, validSeconds * 1000);
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
