import { ApiProblem } from '@scangate/client';

const codes: ReadonlySet<string> = new Set([
  'role_required',
  'insufficient_scope',
  'entitlement_denied',
  'managed_by_parent',
  'csrf_failed',
]);

/** Whether a refusal shows that role, plan or organization are not those of the open page any more. */
export const meansOtherSession = (error: unknown): boolean =>
  error instanceof ApiProblem && codes.has(error.code);
