import type { Problem } from '@scangate/domain/problem';

/** The request of a problem. `instance` is its path, which the gateway itself does not repeat. */
export interface ProblemSource {
  requestId: string;
  instance?: string;
}

/**
 * Builds the problem document of a refusal (RFC 9457). The type is a name that nothing is served under, because
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
