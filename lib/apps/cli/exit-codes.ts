import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { GitFailureReason } from '@scangate/git/git-failure';

/** The exit codes of the command line. Pipelines branch on them. */
export const exitCodes = {
  pass: 0,
  fail: 1,
  /** The scan itself ended in an error. */
  error: 2,
  /** The time limit was reached, the run was interrupted, or the service or the host of the repository failed. */
  noVerdict: 3,
  /** The credential was refused, or lacks access. */
  access: 4,
  /** The plan, the credits or the payment do not allow it. */
  billing: 5,
  /** The input is wrong; repeating the command does not help. */
  badInput: 6,
  /** The user interrupted twice. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const exitCodeByVerdict: ReadonlyMap<unknown, ExitCode> = new Map([
  ['PASS', exitCodes.pass],
  ['FAIL', exitCodes.fail],
  ['ERROR', exitCodes.error],
]);

/** The exit code of a verdict. Any other value, including `null`, is no verdict. */
export const exitCodeOfVerdict = (verdict: Verdict['verdict'] | null): ExitCode =>
  exitCodeByVerdict.get(verdict) ?? exitCodes.noVerdict;

/** The causes of failures that do not come from the service. */
const causes: Record<ExitCode, string> = {
  0: 'pass',
  1: 'fail',
  2: 'error',
  3: 'no_verdict',
  4: 'access_refused',
  5: 'billing_refused',
  6: 'bad_input',
  130: 'interrupted',
};

const isError = (value: unknown): value is Error => value instanceof Error;

/** An expected failure of a command, with a message for people and a cause for machines. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode;
  readonly because: string;

  constructor(exitCode: ExitCode, message: string, because: string = causes[exitCode]) {
    super(message);
    this.name = 'CliFailure';
    this.exitCode = exitCode;
    this.because = because;
  }

  /** The engines are a separate bundle with their own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): value is CliFailure {
    return isError(value) && value.name === 'CliFailure' && 'exitCode' in value;
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
export const describeFailure = (error: unknown): { exitCode: ExitCode; message: string; because: string } => {
  if (error instanceof CliFailure)
    return { exitCode: error.exitCode, message: error.message, because: error.because };
  const { code, path, message: text } = (error ?? {}) as NodeJS.ErrnoException;
  if (path !== undefined && code !== undefined)
    return {
      exitCode: exitCodes.badInput,
      message: `${path} cannot be read (${code}).`,
      because: 'unreadable_file',
    };
  const message = error instanceof Error ? text : String(error);
  return { exitCode: exitCodes.noVerdict, message, because: causes[exitCodes.noVerdict] };
};
