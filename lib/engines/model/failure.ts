/** The reasons why a unit or a scan failed. The codes are stable, because clients branch on them. */
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

/** The failure of a scan whose workflow did not end in time. */
export const timedOut: Failure = {
  errorCode: 'workflow_timeout',
  error: 'The scan took longer than it may.',
};

/** The failure of a scan that met an unexpected error. */
export const crashed: Failure = { errorCode: 'system_error', error: 'The scan failed on our side.' };

/** Returns the error code of a scan that fails at a gate; undefined for the code of any other problem. */
export const errorCodeOfGate = (problemCode: string): ErrorCode | undefined =>
  // Error codes are a closed set; an exhausted budget counts as a lack of credits.
  problemCode === 'budget_exhausted'
    ? 'insufficient_credits'
    : errorCodes.find((code) => code === problemCode);

/** Thrown by a step of a scan for an expected failure and converted to data at the edge of the step. */
export class ScanFailed extends Error {
  readonly failure: Failure;

  constructor(errorCode: ErrorCode, error: string) {
    super(error);
    this.name = 'ScanFailed';
    this.failure = { errorCode, error };
  }
}
