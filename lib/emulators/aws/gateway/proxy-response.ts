import type { OutgoingHttpHeaders } from 'node:http';
import type { ApiPlan } from '../template/api-plan.ts';
import { isObject, type Json } from '../template/resolve-templates.ts';
import { GatewayError } from './gateway-response.ts';
import { header, isBinary, type GatewayRequest } from './proxy-event.ts';

/** Headers that API Gateway renames when a function sends them. */
const remapped = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'expect',
  'host',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'trailer',
  'upgrade',
  'user-agent',
  'www-authenticate',
]);

const malformed = () => new GatewayError('DEFAULT_5XX');

/** @returns the headers as the gateway sends them. @throws GatewayError when they are not headers. */
export const outgoingHeaders = (
  single: Json | undefined,
  multiple: Json | undefined,
): OutgoingHttpHeaders => {
  const headers = new Map<string, string[]>();
  for (const [given, several] of [
    [single, false],
    [multiple, true],
  ] as const) {
    if (given === undefined || given === null) continue;
    if (!isObject(given)) throw malformed();
    for (const [name, value] of Object.entries(given)) {
      const values = several ? value : [value];
      if (!Array.isArray(values)) throw malformed();
      const lower = name.toLowerCase();
      if (lower === 'transfer-encoding') continue;
      const key = remapped.has(lower) ? `x-amzn-remapped-${lower}` : lower;
      headers.set(key, values.map(headerValue));
    }
  }
  return Object.fromEntries(
    [...headers].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
  );
};

const headerValue = (value: Json): string => {
  if (value === null || typeof value === 'object') throw malformed();
  return String(value);
};

export const readStatusCode = (value: Json | undefined): number => {
  const status = typeof value === 'string' ? Number(value) : value;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    throw malformed();
  return status;
};

export interface ProxyResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Reads the response of a function to a proxied request.
 * Base64 is decoded only for a caller whose first accepted media type is one of the API's binary types.
 * @throws GatewayError when the response is malformed.
 */
export const readProxyResponse = (api: ApiPlan, received: GatewayRequest, payload: string): ProxyResponse => {
  const answer = JSON.parse(payload) as Json;
  if (!isObject(answer)) throw malformed();
  const { body = '', isBase64Encoded = false } = answer;
  const known = ['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded', 'cookies'];
  const odd = Object.keys(answer).some((key) => !known.includes(key));
  if (odd || (body !== null && typeof body !== 'string')) throw malformed();
  const [accepted] = (header(received, 'accept') ?? '').split(',');
  const decode = isBase64Encoded === true && isBinary(api, accepted);
  return {
    status: readStatusCode(answer.statusCode),
    headers: {
      'content-type': 'application/json',
      ...outgoingHeaders(answer.headers, answer.multiValueHeaders),
    },
    body: Buffer.from(body ?? '', decode ? 'base64' : 'utf8'),
  };
};
