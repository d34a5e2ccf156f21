import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { logicalName } from '../service-function.ts';
import type { Settings } from '../settings.ts';
import { windowSeconds } from './web-acl.ts';
import { Problem, type ProblemCode } from '@scangate/domain/problem';
import { problemBody } from '#contract/problem-body.ts';
import { answerHeaders } from '#contract/response-headers.ts';
import { requestWays, tooLargeForEvent } from '#contract/request-size-advice.ts';
import { requestLimitBytes } from '@scangate/domain/scans/uploads/request-size-limit';

interface GatewayResponse {
  type: ResponseType;
  code: ProblemCode;
  detail: string;
  members?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

const unreadableDetail = 'The request could not be read: check its address and headers.';
const refusedDetail = 'The request was refused before it reached the service.';
const failedDetail = 'Something failed on our side.';
const retrySoon = { 'Retry-After': '1' };
const unavailable = {
  code: 'temporarily_unavailable',
  detail: 'The service could not answer in time; try again.',
  headers: { 'Retry-After': '5' },
} as const;
const credential = {
  code: 'unauthenticated',
  detail: 'Send a valid token as Authorization: Bearer, or sign in again.',
  headers: { 'WWW-Authenticate': 'Bearer' },
} as const;

/** The responses that API Gateway gives by itself, in the service's own format. */
const gatewayResponses: readonly GatewayResponse[] = [
  { type: ResponseType.ACCESS_DENIED, code: 'insufficient_scope', detail: refusedDetail },
  { type: ResponseType.API_CONFIGURATION_ERROR, code: 'system_error', detail: failedDetail },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, ...unavailable },
  { type: ResponseType.AUTHORIZER_FAILURE, ...unavailable },
  { type: ResponseType.BAD_REQUEST_BODY, code: 'malformed_json', detail: 'The body could not be read.' },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, code: 'invalid_query', detail: unreadableDetail },
  { type: ResponseType.DEFAULT_4XX, code: 'invalid_query', detail: unreadableDetail },
  { type: ResponseType.DEFAULT_5XX, code: 'system_error', detail: failedDetail },
  { type: ResponseType.EXPIRED_TOKEN, ...credential },
  { type: ResponseType.INTEGRATION_FAILURE, ...unavailable },
  { type: ResponseType.INTEGRATION_TIMEOUT, ...unavailable },
  { type: ResponseType.INVALID_API_KEY, ...credential },
  { type: ResponseType.INVALID_SIGNATURE, ...credential },
  {
    // The gateway uses this type for an unknown path; an endpoint answers 405 for an unknown method.
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    code: 'not_found',
    detail: 'There is no such path; see GET /v1/openapi.json.',
  },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    code: 'rate_limited',
    detail: 'The quota is used up.',
    headers: retrySoon,
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'body_too_large',
    detail: tooLargeForEvent(),
    members: { limitBytes: requestLimitBytes, waysOfScanRequests: requestWays },
  },
  { type: ResponseType.RESOURCE_NOT_FOUND, code: 'not_found', detail: 'There is no such path.' },
  { type: ResponseType.THROTTLED, code: 'rate_limited', detail: 'Slow down.', headers: retrySoon },
  { type: ResponseType.UNAUTHORIZED, ...credential },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    code: 'unsupported_media_type',
    detail: 'Send application/json.',
  },
];

/** With its own web ACL the gateway refuses a viewer address for its rate only; an operator's may have other reasons. */
const filtered = ({ webAcl }: Settings): GatewayResponse => {
  const type = ResponseType.WAF_FILTERED;
  if (!webAcl) return { type, code: 'insufficient_scope', detail: refusedDetail };
  return {
    type,
    code: 'rate_limited',
    detail: 'Too many requests come from this address.',
    headers: { 'Retry-After': String(windowSeconds) },
  };
};

/** The request id is the gateway's own, because a template must not repeat anything that a client sent. */
const templateOf = (problem: Problem): string =>
  JSON.stringify(problemBody(problem, { requestId: '$context.requestId' }));

const quoted = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));

export const addGatewayResponses = (restApi: RestApi, settings: Settings): void => {
  for (const { type, code, detail, members, headers } of [...gatewayResponses, filtered(settings)]) {
    const problem = new Problem(code, { detail, ...members });
    const { responseType } = type;
    restApi.addGatewayResponse(`${logicalName(responseType.toLowerCase().replaceAll('_', '-'))}Answer`, {
      type,
      statusCode: String(problem.status),
      responseHeaders: {
        ...quoted({
          ...answerHeaders,
          'Content-Type': 'application/problem+json',
          ...headers,
        }),
        'X-Request-Id': 'context.requestId',
      },
      templates: { 'application/json': templateOf(problem) },
    });
  }
};
