/** Why a unit or a scan failed. Stable: clients branch on these (spec, "Failure codes"). */
export const errorCodes = [
  'pat_required',
  'repo_access',
  'rate_limit',
  'insufficient_credits',
  'payment_failed',
  'sast_addon_required',
  'entitlement_denied',
  'lockfile_not_found',
  'branch_or_commit_not_found',
  'workflow_timeout',
  'system_error',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** An expected failure, passed on as data. `error` is a sentence for people, without secrets. */
export interface Failure {
  errorCode: ErrorCode;
  error: string;
}
