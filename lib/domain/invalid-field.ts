import { Problem, type ProblemCode, type ProblemMembers } from './problem.ts';

/**
 * Refuses one field of a request by a problem of its own.
 * @param pointer as in RFC 6901.
 */
export const fieldProblem = (
  code: ProblemCode,
  pointer: string,
  { detail, ...members }: ProblemMembers & { detail: string },
): Problem => new Problem(code, { detail, ...members, errors: [{ pointer, code, detail }] });

/**
 * Refuses one field of a request.
 * @param code is more specific than `validation_failed`, for programs.
 */
export const invalidField = (pointer: string, detail: string, code = 'validation_failed'): Problem =>
  new Problem('validation_failed', { detail, errors: [{ pointer, code, detail }] });
