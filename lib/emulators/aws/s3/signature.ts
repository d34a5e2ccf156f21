import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../protocol/aws-json.ts';
import { rawPath } from '@scangate/emulator-host/http-server';

/** The credentials of every local function. */
export const localCredentials = {
  accessKeyId: 'LOCALEMULATOR',
  secretAccessKey: 'local-secret-access-key',
} as const;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const denied = (message: string) => new ServiceError('AccessDenied', message, { status: 403 });

/** Escapes everything but the unreserved characters, as Signature Version 4 requires. */
const escapeUri = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const instantOf = (stamp: string): number => {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  if (!found) throw new ServiceError('AuthorizationQueryParametersError', 'X-Amz-Date is malformed.');
  const [, year, month, day, hour, minute, second] = found.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
};

/**
 * Verifies a presigned URL as S3 does: the signed headers, the signature and the expiry.
 * Requests with an Authorization header come from local functions and are trusted; requests with neither are refused.
 */
export const checkSignature = (request: IncomingMessage, url: URL, now: number): void => {
  const query = url.searchParams;
  if (!query.has('X-Amz-Signature')) {
    if (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return;
    throw denied('The request is not signed.');
  }
  const need = (name: string) => {
    const value = query.get(name);
    if (!value) throw new ServiceError('AuthorizationQueryParametersError', `${name} is missing.`);
    return value;
  };
  const date = need('X-Amz-Date');
  const lifeSeconds = Number(need('X-Amz-Expires'));
  if (!(lifeSeconds >= 1 && lifeSeconds <= 604_800)) {
    throw new ServiceError('AuthorizationQueryParametersError', 'X-Amz-Expires must be 1 to 604800 seconds.');
  }
  if (now >= instantOf(date) + lifeSeconds * 1000) throw denied('Request has expired');
  const [accessKeyId, ...scope] = need('X-Amz-Credential').split('/');
  if (accessKeyId !== localCredentials.accessKeyId) {
    throw new ServiceError('InvalidAccessKeyId', 'The access key does not exist.', { status: 403 });
  }
  const canonical = canonicalRequest(request, url, need('X-Amz-SignedHeaders').split(';'));
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${localCredentials.secretAccessKey}`);
  if (!same(hmac(key, toSign).toString('hex'), need('X-Amz-Signature'))) {
    throw new ServiceError('SignatureDoesNotMatch', 'The request does not match its signature.', {
      status: 403,
    });
  }
};

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const canonicalRequest = (request: IncomingMessage, url: URL, signedHeaders: string[]): string => {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escapeUri(name)}=${escapeUri(value)}`)
    .toSorted()
    .join('&');
  const headers = signedHeaders.map((name) => {
    const value = request.headers[name];
    if (value === undefined) throw denied(`The signed header ${name} is missing.`);
    return `${name}:${String(value).trim().replace(/ +/g, ' ')}\n`;
  });
  const path = rawPath(request)
    .split('/')
    .map((part) => escapeUri(decodeURIComponent(part)))
    .join('/');
  const payload = amzValue(request, url, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  return [request.method, path, query, headers.join(''), signedHeaders.join(';'), payload].join('\n');
};

/** Reads an x-amz value from a header, or from the query of a presigned URL. */
export const amzValue = (request: IncomingMessage, url: URL, name: string): string | undefined => {
  const header = request.headers[name];
  if (header !== undefined) return String(header);
  for (const [key, value] of url.searchParams) if (key.toLowerCase() === name) return value;
  return undefined;
};
