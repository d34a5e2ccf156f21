import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { GitFailureReason } from '@scangate/git/git-failure';

/** The exit codes of `npm run scan`. Pipelines branch on them. */
export const exitCodes = {
  pass: 0,
  fail: 1,
  /** The scan itself ended in an error. */
  error: 2,
  /** The time was over, or the host of the repository failed. */
  noVerdict: 3,
  /** The host of the repository refuses access. */
  access: 4,
  /** Reserved for refusals of a service: a scan on this machine costs nothing. */
  billing: 5,
  /** The input is wrong and stays so until somebody changes it. */
  badInput: 6,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a verdict; `null` when there is none. */
export const exitCodeOfVerdict = (verdict: Verdict['verdict'] | null): ExitCode => {
  if (verdict === null) return exitCodes.noVerdict;
  if (verdict === 'ERROR') return exitCodes.error;
  return verdict === 'PASS' ? exitCodes.pass : exitCodes.fail;
};

/** An expected failure of a command, with a message for people. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'CliFailure';
    this.exitCode = exitCode;
  }
}

/** The exit code when a repository cannot be opened. */
export const exitCodeOfGitFailure: Record<GitFailureReason, ExitCode> = {
  credential_required: exitCodes.access,
  access_denied: exitCodes.access,
  rate_limited: exitCodes.noVerdict,
  commit_not_found: exitCodes.badInput,
  invalid_repository: exitCodes.badInput,
  too_large: exitCodes.badInput,
  host_failed: exitCodes.noVerdict,
  timed_out: exitCodes.noVerdict,
};

/** Returns the exit code and the message of a failure. */
export const describeFailure = (error: unknown): { exitCode: ExitCode; message: string } => {
  if (error instanceof CliFailure) return { exitCode: error.exitCode, message: error.message };
  return { exitCode: exitCodes.noVerdict, message: error instanceof Error ? error.message : String(error) };
};
