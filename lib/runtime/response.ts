import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Readable } from 'node:stream';
import { Replay } from '@scangate/domain/idempotency';
import { ExternalFailure, Problem, type ProblemCode } from '@scangate/domain/problem';
import { rateLimit, type RateState } from '@scangate/domain/rate-limit';
import { problemBody } from '#contract/problem-body.ts';
import { answerHeaders, documentHeaders } from '#contract/response-headers.ts';
import { errorFields, log } from './log.ts';
import { asTransient } from './transient-error.ts';

/** The response of a handler. `body` is sent as JSON. */
export interface HandlerResponse {
  status: number;
  headers?: Record<string, string>;
  /** The value of each Set-Cookie. */
  cookies?: readonly string[];
  body?: unknown;
  /** A finished body in place of `body`; its Content-Type is in `headers`. */
  text?: string;
  /** A streamed body in place of `body`. */
  stream?: Readable;
}

/** The result of a Lambda behind API Gateway, plain or streamed. */
export type LambdaResult = Omit<APIGatewayProxyResult, 'body' | 'headers'> & {
  headers: Record<string, string>;
  body: string | Readable;
};

const rateHeaders = (rate: RateState | undefined): Record<string, string> =>
  rate
    ? {
        'RateLimit-Policy': [
          `"token";q=${rateLimit.requests};w=${rateLimit.windowSeconds}`,
          `"organization";q=${rate.organization.limit};w=${rateLimit.windowSeconds}`,
        ].join(', '),
        RateLimit: [
          `"token";r=${rate.remaining};t=${rate.resetSeconds}`,
          `"organization";r=${rate.organization.remaining};t=${rate.resetSeconds}`,
        ].join(', '),
      }
    : {};

export interface ResponseContext {
  requestId: string;
  path: string;
  rate?: RateState;
  /** The code of the problem in the response. */
  refused?: ProblemCode;
  /** Whether the response is a public document. */
  document?: boolean;
  /** Renders a problem as a page, because a browser shows the response to a person. */
  pageOf?: { contentType: string; show: (problem: Problem, requestId: string) => string };
}

const baseHeaders = (context: ResponseContext): Record<string, string> => ({
  ...(context.document ? documentHeaders : answerHeaders),
  'X-Request-Id': context.requestId,
  ...rateHeaders(context.rate),
});

/** Converts a response to the result of the Lambda, with the headers of every response. */
export const toLambdaResult = (response: HandlerResponse, context: ResponseContext): LambdaResult => {
  const { status, headers, cookies, body, text, stream } = response;
  const isJson = stream === undefined && text === undefined && body !== undefined;
  return {
    statusCode: status,
    headers: {
      ...baseHeaders(context),
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(cookies && { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    body: stream ?? text ?? (isJson ? JSON.stringify(body) : ''),
  };
};

/** Maps an error to the problem that the client sees. An unexpected error becomes `system_error` without details. */
const problemOf = (thrown: unknown, context: ResponseContext): Problem => {
  const error = asTransient(thrown);
  if (error instanceof Problem) return error;
  const fields = { requestId: context.requestId, ...errorFields(error) };
  if (error instanceof ExternalFailure) {
    log.warn('an external service failed', fields);
    return error.problem;
  }
  log.error('unexpected error', fields);
  return new Problem('system_error');
};

/** Turns a thrown error into the result: the stored response of an idempotent request, or a problem document. */
export const toErrorResult = (error: unknown, context: ResponseContext): LambdaResult => {
  if (error instanceof Replay) return toLambdaResult(error.answer, context);
  const problem = problemOf(error, context);
  context.refused = problem.code;
  const { retryAfterSeconds, allow } = problem.members;
  const body = problemBody(problem, { requestId: context.requestId, instance: context.path });
  return toLambdaResult(
    {
      status: problem.status,
      headers: {
        'Content-Type': context.pageOf?.contentType ?? 'application/problem+json',
        ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
        ...(allow !== undefined && { Allow: allow }),
        ...(problem.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      },
      text: context.pageOf?.show(problem, context.requestId) ?? JSON.stringify(body),
    },
    { ...context, document: false },
  );
};
