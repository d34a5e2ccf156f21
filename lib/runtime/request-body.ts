import type { APIGatewayProxyEvent } from 'aws-lambda';
import { gunzipSync } from 'node:zlib';
import { Problem } from '@scangate/domain/problem';
import { requestLimitBytes } from '@scangate/domain/scans/request-limit';

/** The limit of a body, however it is sent (docs/adr/0004-request-bodies.md). */
export const bodyLimitBytes = requestLimitBytes;

export const bodyTooLarge = (actualBytes?: number): Problem =>
  new Problem('body_too_large', {
    detail: `The body may have at most ${bodyLimitBytes} bytes of JSON. Send a large one as application/gzip or through POST /v1/uploads.`,
    limitBytes: bodyLimitBytes,
    ...(actualBytes !== undefined && { actualBytes }),
  });

const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const inflate = (compressed: Buffer): Buffer => {
  try {
    return gunzipSync(compressed, { maxOutputLength: bodyLimitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge();
    throw new Problem('malformed_json', { detail: 'The body is not valid gzip.' });
  }
};

const withinLimit = (text: string): string => {
  const bytes = Buffer.byteLength(text);
  if (bytes > bodyLimitBytes) throw bodyTooLarge(bytes);
  return text;
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
  if (!event.body) throw new Problem('malformed_json', { detail: 'A JSON body is required.' });
  const isPlain = mediaType !== 'application/gzip' && !event.isBase64Encoded;
  if (isPlain) return withinLimit(event.body);
  const sent = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  const json = mediaType === 'application/gzip' ? inflate(sent) : sent;
  if (json.length > bodyLimitBytes) throw bodyTooLarge(json.length);
  return json.toString('utf8');
};
