import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { GitFailure, GitTransient } from '../git-failure.ts';

const header = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0];

/** Measures against the host's own clock. */
const secondsFromAnswer = (headers: IncomingHttpHeaders, instantMs: number): number | undefined => {
  const answeredAtMs = Date.parse(headers.date ?? '');
  const seconds = Math.ceil((instantMs - answeredAtMs) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** Returns the seconds until the next attempt: Retry-After in either form (RFC 9110), or the end of the rate window. */
export const retryAfterSeconds = (headers: IncomingHttpHeaders): number | undefined => {
  const after = headers['retry-after'];
  if (after !== undefined && /^\d{1,9}$/.test(after)) return Number(after);
  if (after !== undefined) return secondsFromAnswer(headers, Date.parse(after));
  const reset = header(headers, 'x-ratelimit-reset') ?? header(headers, 'ratelimit-reset');
  if (reset === undefined || !/^\d{1,12}$/.test(reset)) return undefined;
  // Some hosts send seconds from now, others a Unix time.
  return Number(reset) < 1_000_000_000 ? Number(reset) : secondsFromAnswer(headers, Number(reset) * 1000);
};

export const isRateLimited = ({ statusCode, headers }: IncomingMessage): boolean => {
  if (statusCode === 429) return true;
  const remaining = header(headers, 'x-ratelimit-remaining') ?? header(headers, 'ratelimit-remaining');
  return statusCode === 403 && (remaining === '0' || headers['retry-after'] !== undefined);
};

/** Whether the host itself failed, so that its message says more than its status. */
export const isHostError = ({ statusCode = 0 }: IncomingMessage): boolean =>
  statusCode >= 500 || statusCode === 408;

/** Creates the failure for refused access, with or without a credential. */
export const accessDenied = (hasCredential: boolean): GitFailure =>
  hasCredential
    ? new GitFailure('access_denied', 'The host refuses the stored credential, or the repository is gone.')
    : new GitFailure(
        'credential_required',
        'The host does not show the repository without a credential. Check the URL, or store a credential.',
      );

/** Maps a response other than 200 to a failure. @param words the quoted message of a host that failed. */
export const failureOfResponse = (
  response: IncomingMessage,
  { hasCredential, words }: { hasCredential: boolean; words: string },
): Error => {
  const status = response.statusCode ?? 0;
  if (isRateLimited(response))
    return new GitFailure(
      'rate_limited',
      'The host limits how often it may be asked.',
      retryAfterSeconds(response.headers),
    );
  // Some hosts respond with 203 to a bad credential, and with 451 for a repository that was taken down.
  if ([203, 401, 403, 404, 410, 451].includes(status)) return accessDenied(hasCredential);
  if (isHostError(response)) return new GitTransient(`the git host answered ${status}${words}`);
  return new GitFailure(
    'invalid_repository',
    `The host does not answer as a git repository (status ${status}).`,
  );
};

const code = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/** Maps a connection error to a failure. An abort reason is passed on. */
export const failureOfConnection = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof GitFailure || error instanceof GitTransient) return error;
  if (code(error) === 'FORBIDDEN_ADDRESS')
    return new GitFailure(
      'invalid_repository',
      'The host of the repository has no address that is allowed here.',
    );
  if (code(error) === 'ENOTFOUND')
    return new GitFailure('invalid_repository', 'There is no host of this name.');
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code(error)))
    return new GitFailure('invalid_repository', 'The certificate of the host is not valid.');
  return new GitTransient(`the connection to the git host failed (${code(error)})`, { cause: error });
};
