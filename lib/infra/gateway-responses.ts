import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { logicalName } from './service-function.ts';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';

interface OwnAnswer {
  type: ResponseType;
  code: ProblemCode;
  detail: string;
  members?: Readonly<Record<string, number>>;
  headers?: Readonly<Record<string, string>>;
}

const unreadable = 'The request could not be read: check its address and headers.';
const refused = 'The request was refused before it reached the service.';
const ours = 'Something failed on our side.';
const slower = { 'Retry-After': '1' };
const unavailable = {
  code: 'temporarily_unavailable',
  detail: 'The service could not answer in time; try again.',
  headers: { 'Retry-After': '5' },
} as const;
const credential = {
  code: 'unauthenticated',
  detail: 'Send a valid token as Authorization: Bearer.',
  headers: { 'WWW-Authenticate': 'Bearer' },
} as const;

/** What API Gateway answers by itself, in the service's words. Status and code are literal, one row per type. */
const ownAnswers: readonly OwnAnswer[] = [
  { type: ResponseType.ACCESS_DENIED, code: 'insufficient_scope', detail: refused },
  { type: ResponseType.API_CONFIGURATION_ERROR, code: 'system_error', detail: ours },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, ...unavailable },
  { type: ResponseType.AUTHORIZER_FAILURE, ...unavailable },
  { type: ResponseType.BAD_REQUEST_BODY, code: 'malformed_json', detail: 'The body could not be read.' },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, code: 'invalid_query', detail: unreadable },
  { type: ResponseType.DEFAULT_4XX, code: 'invalid_query', detail: unreadable },
  { type: ResponseType.DEFAULT_5XX, code: 'system_error', detail: ours },
  { type: ResponseType.EXPIRED_TOKEN, ...credential },
  { type: ResponseType.INTEGRATION_FAILURE, ...unavailable },
  { type: ResponseType.INTEGRATION_TIMEOUT, ...unavailable },
  { type: ResponseType.INVALID_API_KEY, ...credential },
  { type: ResponseType.INVALID_SIGNATURE, ...credential },
  {
    // So the gateway calls a path or method that it does not know.
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    code: 'not_found',
    detail: 'There is no such path and method; see GET /v1/openapi.json.',
  },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    code: 'rate_limited',
    detail: 'The quota is used up.',
    headers: slower,
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'body_too_large',
    detail: 'Send the body as application/gzip, or upload it (POST /v1/uploads) and send its uploadId.',
    members: { limitBytes: 10_485_760 },
  },
  { type: ResponseType.RESOURCE_NOT_FOUND, code: 'not_found', detail: 'There is no such path.' },
  { type: ResponseType.THROTTLED, code: 'rate_limited', detail: 'Slow down.', headers: slower },
  { type: ResponseType.UNAUTHORIZED, ...credential },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    code: 'unsupported_media_type',
    detail: 'Send application/json.',
  },
  { type: ResponseType.WAF_FILTERED, code: 'insufficient_scope', detail: refused },
];

/**
 * The body as the gateway's template: literal but for the request id, which is the gateway's own and so cannot
 * carry anything a client wrote into the JSON.
 */
const bodyOf = ({ code, detail, members }: OwnAnswer): string => {
  const [status, title] = problemCodes[code];
  const retryable = status === 429 || status >= 500;
  const requestId = '$context.requestId';
  return JSON.stringify({
    type: `urn:scangate:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    retryable,
    ...members,
  });
};

const quoted = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));

export const addGatewayResponses = (restApi: RestApi): void => {
  for (const answer of ownAnswers) {
    const { responseType } = answer.type;
    restApi.addGatewayResponse(`${logicalName(responseType.toLowerCase().replaceAll('_', '-'))}Answer`, {
      type: answer.type,
      statusCode: String(problemCodes[answer.code][0]),
      responseHeaders: {
        ...quoted({
          'Content-Type': 'application/problem+json',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          ...answer.headers,
        }),
        'X-Request-Id': 'context.requestId',
      },
      templates: { 'application/json': bodyOf(answer) },
    });
  }
};
