import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { freeBuffer } from '#app/free-buffer.ts';
import { requestWays, tooLargeForAll } from '#contract/request-size-advice.ts';
import { Problem } from '@scangate/domain/problem';
import { requestLimitBytes } from '@scangate/domain/scans/uploads/request-size-limit';

/** The limit of a body, with any encoding (docs/adr/0004-request-bodies.md). */
export const bodyLimitBytes = requestLimitBytes;

const tooLarge = (detail: string, members: Record<string, unknown>): Problem =>
  new Problem('body_too_large', { detail, limitBytes: bodyLimitBytes, ...members });

/** The refusal of a scan request that fits none of the three ways to send it. */
export const scanRequestTooLarge = (actualBytes?: number): Problem =>
  tooLarge(tooLargeForAll(), { ways: requestWays, ...(actualBytes !== undefined && { actualBytes }) });

const plainTooLarge = (actualBytes: number): Problem =>
  tooLarge(`The body may have at most ${bodyLimitBytes} bytes of JSON.`, { actualBytes });

const gzip = 'application/gzip';

const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** US-ASCII is a part of UTF-8. */
const readableCharsets = ['utf-8', 'utf8', 'us-ascii'];

/** JSON has one encoding (RFC 8259, 8.1); a body that states another one is refused rather than guessed. */
const requireUtf8 = (contentType: string | undefined): void => {
  const parameters = (contentType ?? '').toLowerCase().split(';').slice(1);
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    const charset = value.trim().replaceAll('"', '');
    if (name.trim() === 'charset' && !readableCharsets.includes(charset)) throw notUtf8();
  }
};

const notUtf8 = (): Problem =>
  new Problem('malformed_json', { detail: 'The body is not UTF-8: send JSON in UTF-8.' });

/** The length that gzip claims for its content. The claim is untrusted, so it is only used as a buffer size. */
const statedLength = (compressed: Buffer): number =>
  Math.min(compressed.length < 4 ? 0 : compressed.readUInt32LE(compressed.length - 4), bodyLimitBytes);

const leastChunkBytes = 65_536;

const inflate = (compressed: Buffer): Buffer => {
  // A single chunk of the right size needs no concatenation, which would take twice the memory.
  const chunkSize = Math.max(statedLength(compressed) + 1, leastChunkBytes);
  try {
    return gunzipSync(compressed, { maxOutputLength: bodyLimitBytes, chunkSize });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw scanRequestTooLarge();
    throw new Problem('malformed_json', { detail: 'The body is not valid gzip.' });
  }
};

/** @throws Problem body_too_large for a body above the limit of its endpoint. */
export const requireBodySize = (text: string, limitBytes: number): void => {
  const actualBytes = Buffer.byteLength(text);
  if (actualBytes <= limitBytes) return;
  throw new Problem('body_too_large', {
    detail: `The body may have at most ${limitBytes} bytes of JSON here.`,
    limitBytes,
    actualBytes,
  });
};

type SentBody = Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>;

/** Returns the body as the text that was sent, otherwise as decoded and decompressed bytes. */
const readBody = (
  event: SentBody,
  contentType: string | undefined,
  mediaTypes: readonly string[],
): string | Buffer => {
  const mediaType = mediaTypeOf(contentType);
  if (!mediaTypes.includes(mediaType)) {
    throw new Problem('unsupported_media_type', {
      detail: `Send ${mediaTypes.join(' or ')}.`,
      accepts: mediaTypes,
    });
  }
  requireUtf8(contentType);
  if (!event.body) throw new Problem('malformed_json', { detail: 'A JSON body is required.' });
  const refusal = mediaTypes.includes(gzip) ? scanRequestTooLarge : plainTooLarge;
  if (mediaType !== gzip && !event.isBase64Encoded) {
    const bytes = Buffer.byteLength(event.body);
    if (bytes > bodyLimitBytes) throw refusal(bytes);
    return event.body;
  }
  const sent = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  const json = mediaType === gzip ? inflate(sent) : sent;
  if (json !== sent) freeBuffer(sent);
  if (json.length > bodyLimitBytes) throw refusal(json.length);
  if (!isUtf8(json)) throw notUtf8();
  return json;
};

/** Returns the body as text: decoded, decompressed and within the limit. @throws Problem 400, 413 or 415. */
export const readRequestBody = (
  event: SentBody,
  contentType: string | undefined,
  mediaTypes: readonly string[],
): string => readBody(event, contentType, mediaTypes).toString('utf8');

/** Returns the body as a buffer of its own, in UTF-8; otherwise like readRequestBody. */
export const readBodyBytes = (
  event: SentBody,
  contentType: string | undefined,
  mediaTypes: readonly string[],
): Buffer => {
  const body = readBody(event, contentType, mediaTypes);
  return typeof body === 'string' ? Buffer.from(body) : body;
};
