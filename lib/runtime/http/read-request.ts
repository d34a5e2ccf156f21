import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { extractArtifacts } from '#contract/json/extract-artifacts.ts';
import { parseJson } from '#contract/parse-json.ts';
import { validateBody, validateQuery, type Query } from '#contract/validate.ts';
import { Problem } from '@scangate/domain/problem';
import { headersOf } from '../gateway-event.ts';
import { sha256 } from '@scangate/engines/model/digest';
import { readBodyBytes, readRequestBody, requireBodySize } from '../request-body.ts';

/** The parts of a request that do not depend on the caller. */
export interface ParsedRequest {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** The lockfile or SBOM of a scan request, which is removed from the body. */
  artifact?: Uint8Array;
  /** Hashes the body as it was sent, decoded, with a prefix. Without an Idempotency-Key, nothing is hashed. */
  hashBody: (prefix: string) => string;
}

/** Validates the body against the alternative whose key it has, otherwise against the endpoint's own schema. */
const validateShape = (endpoint: EndpointSpec, body: unknown): unknown => {
  const keys = body !== null && typeof body === 'object' ? Object.keys(body) : [];
  const alternative = Object.entries(endpoint.bodyAlternatives ?? {}).find(([key]) => keys.includes(key));
  const schema = alternative?.[1] ?? endpoint.body;
  return schema && validateBody(schema, body, endpoint.hints);
};

/** A malformed id cannot exist and is not looked up, because the database refuses long keys. */
const readParams = (endpoint: EndpointSpec, event: APIGatewayProxyEvent): Record<string, string> => {
  const params = definedOf(event.pathParameters);
  if (endpoint.params && !endpoint.params.safeParse(params).success)
    throw new Problem(endpoint.problems.find((code) => code.endsWith('_not_found')) ?? 'not_found');
  return params;
};

/** The gateway routes every method that a path does not have to the first endpoint of the path. */
export const requireMethod = ({ method }: EndpointSpec, { httpMethod }: APIGatewayProxyEvent): void => {
  if (httpMethod === method) return;
  const allow = process.env['ALLOWED_METHODS'] ?? method;
  throw new Problem('method_not_allowed', { detail: `This path has ${allow} only.`, allow });
};

/** Parses and validates query, body and params, in this order. @throws Problem */
export const parseRequest = (endpoint: EndpointSpec, event: APIGatewayProxyEvent): ParsedRequest => {
  const headers = headersOf(event);
  const query = endpoint.query ? validateQuery(endpoint.query, queryOf(event), endpoint.hints) : {};
  const read = (endpoint.artifactBeside ? readArtifactBody : readBody)(endpoint, event, headers);
  return { params: readParams(endpoint, event), query, headers, ...read };
};

type ReadBody = Pick<ParsedRequest, 'body' | 'artifact' | 'hashBody'>;
type Headers = ParsedRequest['headers'];

const mediaTypesOf = ({ requestMediaTypes = ['application/json'] }: EndpointSpec) => requestMediaTypes;

const readBody = (endpoint: EndpointSpec, event: APIGatewayProxyEvent, headers: Headers): ReadBody => {
  const contentType = headers['content-type'];
  const text = endpoint.body
    ? readRequestBody(event, contentType, mediaTypesOf(endpoint))
    : (event.body ?? '');
  if (endpoint.bodyLimitBytes !== undefined) requireBodySize(text, endpoint.bodyLimitBytes);
  const body = endpoint.body ? validateShape(endpoint, parseBody(endpoint, text, contentType)) : undefined;
  return { body, hashBody: (prefix) => sha256(`${prefix}${text}`) };
};

/** Reads a scan request. Its bytes are hashed first, because its artifact is cut out of them in place. */
const readArtifactBody = (
  endpoint: EndpointSpec,
  event: APIGatewayProxyEvent,
  headers: Headers,
): ReadBody => {
  const bytes = readBodyBytes(event, headers['content-type'], mediaTypesOf(endpoint));
  const hash = 'idempotency-key' in headers ? sha256(bytes) : '';
  const { rest, artifact } = extractArtifacts(bytes, endpoint.artifactBeside ?? new Set());
  const hashBody = (prefix: string) => (prefix === '' ? hash : sha256(`${prefix}${hash}`));
  return { body: validateShape(endpoint, rest), hashBody, ...(artifact && { artifact }) };
};

const isOf = (mediaType: string, contentType = ''): boolean =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() === mediaType;

const parseBody = ({ readYaml }: EndpointSpec, text: string, contentType: string | undefined): unknown => {
  if (isOf('application/x-www-form-urlencoded', contentType)) return parseForm(text);
  return readYaml && isOf('application/yaml', contentType) ? readYaml(text) : parseJson(text);
};

/** Reads a form. @throws Problem validation_failed for a field that is sent twice. */
const parseForm = (text: string): Record<string, string> => {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new Problem('validation_failed', { detail: 'A field of the form is sent twice.' });
  return Object.fromEntries(fields);
};

/** All values of each query parameter: the single-valued map has only the last one. */
const queryOf = (event: APIGatewayProxyEvent): Query => {
  const { queryStringParameters: single, multiValueQueryStringParameters: several } = event;
  const values = Object.entries(several ?? {}).map(([name, all]) => [name, all ?? []] as const);
  const lone = Object.entries(definedOf(single)).map(([name, value]) => [name, [value]] as const);
  return Object.fromEntries([...lone, ...values]);
};

const definedOf = (map: Record<string, string | undefined> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(map ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
