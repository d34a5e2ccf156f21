/** Why a unit or a scan failed. The codes are stable, because clients branch on them. */
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

/** An expected failure as data. `error` is a sentence for people, without secrets. */
export interface Failure {
  errorCode: ErrorCode;
  error: string;
}

/** Thrown by a step of a scan for an expected failure and converted to data at the edge of the step. */
export class ScanFailed extends Error {
  readonly failure: Failure;

  constructor(errorCode: ErrorCode, error: string) {
    super(error);
    this.name = 'ScanFailed';
    this.failure = { errorCode, error };
  }
}
