import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Readable } from 'node:stream';
import { Replay } from '@scangate/domain/idempotency';
import { ExternalFailure, Problem } from '@scangate/domain/problem';
import { rateLimit, type RateState } from '@scangate/domain/rate-limit';
import { errorFields, log } from './log.ts';
import { asTransient } from './transient.ts';

/** What a handler answers. `body` is JSON unless it is a stream or `text`. */
export interface HandlerResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Ready-made body, with its Content-Type in `headers`. */
  text?: string;
  stream?: Readable;
}

/** The shape of both the plain and the streamed result of a Lambda behind REST. */
export type LambdaResult = Omit<APIGatewayProxyResult, 'body' | 'headers'> & {
  headers: Record<string, string>;
  body: string | Readable;
};

const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const rateHeaders = (rate: RateState | undefined): Record<string, string> =>
  rate
    ? {
        'RateLimit-Policy': `"token";q=${rateLimit.requests};w=${rateLimit.windowSeconds}`,
        RateLimit: `"token";r=${rate.remaining};t=${rate.resetSeconds}`,
      }
    : {};

export interface ResponseContext {
  requestId: string;
  path: string;
  rate?: RateState;
}

const baseHeaders = (context: ResponseContext): Record<string, string> => ({
  ...always,
  'X-Request-Id': context.requestId,
  ...rateHeaders(context.rate),
});

export const toLambdaResult = (answer: HandlerResponse, context: ResponseContext): LambdaResult => {
  const json = answer.stream === undefined && answer.text === undefined && answer.body !== undefined;
  return {
    statusCode: answer.status,
    headers: {
      ...baseHeaders(context),
      ...(json && { 'Content-Type': 'application/json' }),
      ...answer.headers,
    },
    body: answer.stream ?? answer.text ?? (json ? JSON.stringify(answer.body) : ''),
  };
};

/** An error as the problem it is to the client. What nobody expected says nothing but that it happened. */
const problemOf = (thrown: unknown, context: ResponseContext): Problem => {
  const error = asTransient(thrown);
  if (error instanceof Problem) return error;
  if (error instanceof ExternalFailure) {
    log.warn('not possible now', { requestId: context.requestId, ...errorFields(error) });
    return error.problem;
  }
  log.error('unexpected error', { requestId: context.requestId, ...errorFields(error) });
  return new Problem('system_error');
};

/** RFC 9457. `about:blank` would lose the code, so the type names it; nothing is served there. */
const problemBody = (problem: Problem, context: ResponseContext): Record<string, unknown> => {
  const { detail, retryAfterSeconds: _retryAfterSeconds, ...members } = problem.members;
  return {
    type: `urn:scangate:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: detail ?? problem.title,
    instance: context.path,
    code: problem.code,
    requestId: context.requestId,
    retryable: problem.retryable,
    ...members,
  };
};

export const toErrorResult = (error: unknown, context: ResponseContext): LambdaResult => {
  if (error instanceof Replay) return toLambdaResult(error.answer, context);
  const problem = problemOf(error, context);
  const { retryAfterSeconds } = problem.members;
  return toLambdaResult(
    {
      status: problem.status,
      headers: {
        'Content-Type': 'application/problem+json',
        ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      },
      text: JSON.stringify(problemBody(problem, context)),
    },
    context,
  );
};
