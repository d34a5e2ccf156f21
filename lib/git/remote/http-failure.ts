import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Transient } from '@scangate/domain/problem';
import { SourceFailure } from '../../ports/sources.ts';
import { ForbiddenAddress } from './permitted-address.ts';

const header = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0];

/** By the host's own clock, which is the one it reckons with. */
const secondsFromAnswer = (headers: IncomingHttpHeaders, instantMs: number): number | undefined => {
  const answeredAtMs = Date.parse(headers.date ?? '');
  const seconds = Math.ceil((instantMs - answeredAtMs) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** When the host wants to be asked again: Retry-After in either form (RFC 9110), or the end of its window. */
export const retryAfterSeconds = (headers: IncomingHttpHeaders): number | undefined => {
  const after = headers['retry-after'];
  if (after !== undefined && /^\d{1,9}$/.test(after)) return Number(after);
  if (after !== undefined) return secondsFromAnswer(headers, Date.parse(after));
  const reset = header(headers, 'x-ratelimit-reset') ?? header(headers, 'ratelimit-reset');
  if (reset === undefined || !/^\d{1,12}$/.test(reset)) return undefined;
  // Some hosts count seconds from now, others since 1970.
  return Number(reset) < 1_000_000_000 ? Number(reset) : secondsFromAnswer(headers, Number(reset) * 1000);
};

export const isRateLimited = ({ statusCode, headers }: IncomingMessage): boolean => {
  if (statusCode === 429) return true;
  const remaining = header(headers, 'x-ratelimit-remaining') ?? header(headers, 'ratelimit-remaining');
  return statusCode === 403 && (remaining === '0' || headers['retry-after'] !== undefined);
};

/** Access was refused; whether for want of a credential or in spite of one is for the customer to know. */
export const accessDenied = (hasCredential: boolean): SourceFailure =>
  hasCredential
    ? new SourceFailure('repo_access', 'The host refuses the stored credential, or the repository is gone.')
    : new SourceFailure(
        'pat_required',
        'The host does not show the repository without a credential. Check the URL, or store a credential.',
      );

/** What an answer other than 200 means (scanning, "Failure codes"). Quotes nothing of the answer: it may echo a secret. */
export const failureOfResponse = (response: IncomingMessage, hasCredential: boolean): Error => {
  const status = response.statusCode ?? 0;
  if (isRateLimited(response))
    return new SourceFailure(
      'rate_limit',
      'The host limits how often it may be asked.',
      retryAfterSeconds(response.headers),
    );
  // 203 is how some hosts answer a bad credential, 451 how they answer for what they had to take down.
  if ([203, 401, 403, 404, 410, 451].includes(status)) return accessDenied(hasCredential);
  if (status >= 500 || status === 408) return new Transient(`the git host answered ${status}`);
  return new SourceFailure(
    'source_invalid',
    `The host does not answer as a git repository (status ${status}).`,
  );
};

const code = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/** What a connection that failed means. An abort is passed on as it is. */
export const failureOfConnection = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof SourceFailure || error instanceof Transient) return error;
  if (error instanceof ForbiddenAddress)
    return new SourceFailure(
      'source_invalid',
      'The host of the repository has no address that is allowed here.',
    );
  if (code(error) === 'ENOTFOUND')
    return new SourceFailure('source_invalid', 'There is no host of this name.');
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code(error)))
    return new SourceFailure('source_invalid', 'The certificate of the host is not valid.');
  return new Transient(`the connection to the git host failed (${code(error)})`, { cause: error });
};
