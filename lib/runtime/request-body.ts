import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { requestWays, tooLargeForAll } from '#contract/request-size-advice.ts';
import { Problem } from '@scangate/domain/problem';
import { requestLimitBytes } from '@scangate/domain/scans/request-limit';

/** The limit of a body, however it is sent (docs/adr/0004-request-bodies.md). */
export const bodyLimitBytes = requestLimitBytes;

const tooLarge = (detail: string, members: Record<string, unknown>): Problem =>
  new Problem('body_too_large', { detail, limitBytes: bodyLimitBytes, ...members });

/** The refusal of a scan request that fits none of the three ways. */
export const scanRequestTooLarge = (actualBytes?: number): Problem =>
  tooLarge(tooLargeForAll, { ways: requestWays, ...(actualBytes !== undefined && { actualBytes }) });

const plainTooLarge = (actualBytes: number): Problem =>
  tooLarge(`The body may have at most ${bodyLimitBytes} bytes of JSON.`, { actualBytes });

const gzip = 'application/gzip';

const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** US-ASCII is a part of UTF-8. */
const readableCharsets = ['utf-8', 'utf8', 'us-ascii'];

/** JSON has one encoding (RFC 8259, 8.1); a body that states another one is not guessed at. */
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

const inflate = (compressed: Buffer): Buffer => {
  try {
    return gunzipSync(compressed, { maxOutputLength: bodyLimitBytes });
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

/** Returns the body as text: decoded, inflated and within the limit. @throws Problem 400, 413 or 415. */
export const readRequestBody = (
  event: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
  contentType: string | undefined,
  mediaTypes: readonly string[],
): string => {
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
  if (json.length > bodyLimitBytes) throw refusal(json.length);
  if (!isUtf8(json)) throw notUtf8();
  return json.toString('utf8');
};
