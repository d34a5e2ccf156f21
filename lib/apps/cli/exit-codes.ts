import { ApiProblem } from '@scangate/client';

/** How the program ends, for whoever calls it. */
export const exitCodes = {
  pass: 0,
  fail: 1,
  /** The scan itself ended in an error. */
  error: 2,
  /** Time-out, or the service is not to be had. */
  noVerdict: 3,
  /** 401 and 403. */
  access: 4,
  /** 402. */
  billing: 5,
  /** Usage, 404, 422 and everything else that stays as it is until somebody asks for something else. */
  badInput: 6,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why the program ends without doing what was asked, in words for a person. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'CliFailure';
    this.exitCode = exitCode;
  }
}

const exitCodeOfStatus = (status: number): ExitCode => {
  if (status === 401 || status === 403) return exitCodes.access;
  if (status === 402) return exitCodes.billing;
  return status === 429 || status >= 500 ? exitCodes.noVerdict : exitCodes.badInput;
};

const partsOf = ({ errors }: ApiProblem): string =>
  errors.map(({ pointer, detail, hint }) => `\n  ${pointer}: ${detail}${hint ? ` (${hint})` : ''}`).join('');

/** What to say of a failure, and how to end. */
export const describeFailure = (error: unknown): { exitCode: ExitCode; message: string } => {
  if (error instanceof CliFailure) return { exitCode: error.exitCode, message: error.message };
  if (error instanceof ApiProblem) {
    const { code, status, message, requestId } = error;
    const trace = requestId ? `, request ${requestId}` : '';
    return {
      exitCode: exitCodeOfStatus(status),
      message: `${message} (${status} ${code}${trace})${partsOf(error)}`,
    };
  }
  return { exitCode: exitCodes.noVerdict, message: error instanceof Error ? error.message : String(error) };
};
