import { ApiProblem, ConnectionLost, type BodyOfResponse, type Client } from '@scangate/client';
import type { CommandEnvironment } from '../commands/command-environment.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';

type Started = BodyOfResponse<'start-device-login'>;
export type GrantedToken = BodyOfResponse<'grant-device-token'>;

type Waiting = Pick<CommandEnvironment, 'sleep' | 'elapsedMs' | 'interrupted'>;

/** The range within which times in a response are accepted. */
const interval = { least: 1, most: 60 };
const longestSeconds = 3_600;
/** RFC 8628 adds this to the interval after `slow_down`. */
const slowerBySeconds = 5;

const within = (seconds: number, { least, most }: { least: number; most: number }): number =>
  Number.isFinite(seconds) ? Math.min(most, Math.max(least, seconds)) : most;

const failures: Readonly<Record<string, string>> = {
  access_denied: 'The login was denied',
  expired_token: 'The code is no longer valid. Run scangate login again.',
};

const expired = (): CliFailure =>
  new CliFailure(exitCodes.access, failures['expired_token'] ?? '', 'expired_token');

/** The failure that ends the flow; undefined for any other error. */
const failureOf = (error: unknown): CliFailure | undefined => {
  if (!(error instanceof ApiProblem) || error.status !== 400) return undefined;
  const { code, message } = error;
  if (code === 'access_denied')
    return new CliFailure(exitCodes.access, `${failures[code] ?? ''}: ${message}`, code);
  return code === 'expired_token' ? expired() : undefined;
};

/** Whether the flow continues after an error: the decision is pending, or the service was briefly unreachable. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  (error instanceof ApiProblem &&
    (error.code === 'authorization_pending' || error.code === 'slow_down' || error.retryable));

/** Waits, unless interrupted. */
const pause = async (delayMs: number, { sleep, interrupted }: Waiting): Promise<void> => {
  interrupted.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(interrupted.reason as Error);
    interrupted.addEventListener('abort', stop);
  });
  try {
    await Promise.race([sleep(delayMs), aborted]);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
};

/** Refuses a response without a personal token, which cannot be from the service. @throws CliFailure */
const checked = (body: GrantedToken): GrantedToken => {
  if (/^sgp_[0-9A-Za-z]{36}$/.test(body?.token ?? '')) return body;
  throw new CliFailure(
    exitCodes.noVerdict,
    'The service answered with something that is not a token.',
    'unexpected_answer',
  );
};

/**
 * Polls until the person has decided (RFC 8628). It waits as long as the service requests, longer after `slow_down`,
 * and continues after a lost response: the service returns the same token again.
 * @throws CliFailure access_denied or expired_token.
 */
export const pollForToken = async (
  client: Client,
  { deviceCode, expiresIn, interval: asked }: Started,
  waiting: Waiting,
): Promise<GrantedToken> => {
  const { elapsedMs, interrupted: signal } = waiting;
  const endMs = elapsedMs() + within(expiresIn, { least: 1, most: longestSeconds }) * 1000;
  let seconds = within(asked, interval);
  while (elapsedMs() + seconds * 1000 < endMs) {
    await pause(seconds * 1000, waiting);
    try {
      return checked((await client.call('grant-device-token', { body: { deviceCode }, signal })).body);
    } catch (error) {
      const failure = failureOf(error);
      if (failure) throw failure;
      if (!isPassing(error)) throw error;
      const isSlow = error instanceof ApiProblem && error.code === 'slow_down';
      if (isSlow) seconds = within(seconds + slowerBySeconds, interval);
    }
  }
  throw expired();
};
