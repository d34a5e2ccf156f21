import { ApiProblem, ConnectionLost, ServiceSilent } from '@scangate/client';
import type { CommandEnvironment } from '../commands/command-environment.ts';
import { describeFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable } from './terminal.ts';

/** The text about a failure, and the exit of the process. */
export interface DescribedError {
  exitCode: ExitCode;
  /** The code from the service, or a cause of the command line's own. */
  because: string;
  message: string;
}

const exitCodeOfStatus = (status: number, code: string): ExitCode => {
  if (code === 'unexpected_answer' || status === 429 || status >= 500 || status < 400)
    return exitCodes.noVerdict;
  if (status === 401 || status === 403) return exitCodes.access;
  return status === 402 ? exitCodes.billing : exitCodes.badInput;
};

/** Describes the remedy, if only the command line knows it. */
const cureOf = ({ code, members }: ApiProblem): string[] => {
  if (code === 'unauthenticated')
    return ['Run scangate login, or set SCANGATE_TOKEN to a token that is neither expired nor revoked.'];
  const isApi = code === 'entitlement_denied' && members['capability'] === 'api';
  return isApi ? ['scangate scan --offline scans on this machine, without the API.'] : [];
};

/** The code, the pool and the remedy, each on a line of its own. */
const remedyLines = ({ members, requestId }: ApiProblem): string[] => {
  const { pool, remedy, detail } = members;
  return [
    ...(typeof pool === 'string' ? [`pool: ${pool}`] : []),
    ...(typeof remedy === 'string' && remedy !== detail ? [remedy] : []),
    ...(requestId === undefined ? [] : [`request id: ${requestId}`]),
  ];
};

const partLines = ({ errors }: ApiProblem): string[] =>
  errors.slice(0, 10).map((part) => {
    const { pointer = '', detail = '' } = part as { pointer?: string; detail?: string };
    return `  ${pointer} ${detail}`;
  });

const describeProblem = (problem: ApiProblem): DescribedError => {
  const { status, code, message } = problem;
  const head =
    code === 'unexpected_answer'
      ? `The address answered ${status}, unlike the service. Is it the address of the service?`
      : `${message} (${status} ${code})`;
  const lines = [head, ...partLines(problem), ...cureOf(problem), ...remedyLines(problem)];
  return {
    exitCode: exitCodeOfStatus(status, code),
    because: code,
    message: lines.map(printable).join('\n'),
  };
};

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  if (cause instanceof Error && cause.cause !== undefined) return causeOf(cause);
  return code ?? message ?? '';
};

/** Describes what a command threw, and returns its exit code. */
export const describeError = (
  error: unknown,
  { interrupted }: Pick<CommandEnvironment, 'interrupted'>,
): DescribedError => {
  if (error instanceof ApiProblem) return describeProblem(error);
  if (interrupted.aborted && error === interrupted.reason)
    return { exitCode: exitCodes.noVerdict, because: 'interrupted', message: 'Interrupted.' };
  if (error instanceof ServiceSilent)
    return { exitCode: exitCodes.noVerdict, because: 'out_of_reach', message: error.message };
  if (error instanceof ConnectionLost) {
    const cause = causeOf(error);
    const message = `The service cannot be reached${cause === '' ? '' : ` (${cause})`}.`;
    return { exitCode: exitCodes.noVerdict, because: 'out_of_reach', message };
  }
  return describeFailure(error);
};
