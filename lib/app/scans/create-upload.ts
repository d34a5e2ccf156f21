import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';
import type { BlobPresigner } from '#ports/blobs.ts';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';

const validMs = 15 * minuteMs;

interface UploadRequest {
  organizationId: string;
  content: { contentLength: number; sha256: string };
  /** Set for the SBOM of a scan; otherwise the upload is the whole request. */
  mediaType: DocumentType | undefined;
  idempotency: IdempotentRequest | undefined;
}

interface CreateUploadPorts {
  store: Pick<Store<'upload' | 'idempotency'>, 'get' | 'commit'>;
  blobs: BlobPresigner<'incoming'>;
  ids: Ids;
}

/**
 * Presigns a URL to which a client uploads a scan request or its SBOM.
 * @throws Replay, or Problem idempotency_key_reused.
 */
export const createUpload = async (
  { organizationId, content, mediaType, idempotency }: UploadRequest,
  { store, blobs, ids }: CreateUploadPorts,
  now: Date,
) => {
  await replayStoredResponse(idempotency, store, now);
  const uploadId = ids.uuid();
  const key = { area: 'incoming', organizationId, name: uploadId } as const;
  const { url, headers } = await blobs.presignPut(key, content, validMs / 1000);
  const body = { uploadId, url, method: 'PUT' as const, headers, expiresAt: addMs(now, validMs) };
  const answer = { status: 201 as const, body };
  const { contentLength } = content;
  const uploaded = { organizationId, uploadId, contentLength, createdAt: now.toISOString() };
  const item = { ...uploaded, ...(mediaType && { mediaType }) };
  await commitOrThrow(store, [
    ...rememberAnswer(idempotency, answer, now),
    { change: 'insert', record: 'upload', item },
  ]);
  return answer;
};
