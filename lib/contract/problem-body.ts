import type { Problem } from '@scangate/domain/problem';

/** The request that caused a problem. `instance` is its path, which the gateway itself does not include. */
export interface ProblemSource {
  requestId: string;
  instance?: string;
}

/**
 * Builds the problem document of a refusal (RFC 9457). The type is an identifier without a page behind it, because
 * `about:blank` would lose the code.
 */
export const problemBody = (problem: Problem, { requestId, instance }: ProblemSource): object => {
  const { detail, retryAfterSeconds: _retryAfterSeconds, ...members } = problem.members;
  return {
    type: `urn:scangate:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: detail ?? problem.title,
    ...(instance !== undefined && { instance }),
    code: problem.code,
    requestId,
    retryable: problem.retryable,
    ...members,
  };
};
