import { ApiProblem, ConnectionLost, createClient, ServiceSilent } from '@scangate/client';
import type { CiContext, OidcSource } from '../ci/ci-context.ts';
import { ciJwt } from '../ci/ci-jwt.ts';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { describeError } from '../output/describe-error.ts';
import { organizationOf } from './organization.ts';
import { watchedFetch } from './watched-fetch.ts';

/** A token of a pipeline lives 15 minutes; it is replaced early enough for a request that starts now to finish. */
const renewAfterMs = 13 * 60_000;
/** A larger clock difference explains a refusal. */
const clockToleranceMs = 60_000;

interface Trade {
  context: CommandContext;
  address: string;
  organizationId: string;
  source: OidcSource;
}

const missingOrganization = (): CliFailure =>
  new CliFailure(
    exitCodes.badInput,
    'The CI gives this job an identity, but no organization is set: set SCANGATE_ORGANIZATION or give --organization.',
    'organization_missing',
  );

/** Reports a wrong clock; empty if it agrees with the service. */
const clockText = (serviceDate: string | null, now: Date): string => {
  const offMs = serviceDate === null ? Number.NaN : now.getTime() - Date.parse(serviceDate);
  if (!(Math.abs(offMs) > clockToleranceMs)) return '';
  const minutes = Math.round(Math.abs(offMs) / 60_000);
  return `\nThe clock of this machine is ${minutes} min ${offMs > 0 ? 'ahead of' : 'behind'} the service.`;
};

/** A refused identity counts as refused access, even one that worked before. */
const exitCodeOf = ({ status, code }: ApiProblem, described: ExitCode): ExitCode =>
  code !== 'unexpected_answer' && [401, 403, 409].includes(status) ? exitCodes.access : described;

/** Explains why the service issued no token. It is not an `ApiProblem`, so that the SDK does not repeat the request. */
const refusal = (error: unknown, serviceDate: string | null, context: CommandContext): unknown => {
  if (!(error instanceof ApiProblem) && !(error instanceof ConnectionLost)) return error;
  const { exitCode, message, because } = describeError(error, context);
  if (!(error instanceof ApiProblem)) return new CliFailure(exitCode, message, because);
  const clock = clockText(serviceDate, context.now());
  const head = `The identity of the CI was not exchanged for a token. ${message}`;
  return new CliFailure(exitCodeOf(error, exitCode), head + clock, because);
};

/** Whether another JWT may succeed: the response was lost, or this JWT was already used. */
const helpsAnother = (error: unknown, { source }: Trade): boolean => {
  if (error instanceof ConnectionLost) return !(error instanceof ServiceSilent);
  const isUsed = error instanceof ApiProblem && error.code === 'oidc_token_used';
  return isUsed && source.kind !== 'variable';
};

/** Exchanges a JWT for a token. Each try gets a new JWT from the CI. @throws CliFailure */
const trade = async (given: Trade): Promise<string> => {
  const { context, address, organizationId, source } = given;
  const { environment, fetch, interrupted, sleep, newId } = context;
  let serviceDate: string | null = null;
  const watched = watchedFetch(context);
  const client = createClient({
    anonymous: true,
    baseUrl: address,
    newIdempotencyKey: newId,
    sleep,
    fetch: async (input, init) => {
      const response = await watched(input, init);
      serviceDate = response.headers.get('date');
      return response;
    },
  });
  const once = async (): Promise<string> => {
    const audience = `scangate:${organizationId}`;
    const token = await ciJwt(source, audience, { environment, fetch, signal: interrupted });
    const { body } = await client.call('exchange-token', {
      body: { organizationId, token },
      signal: interrupted,
    });
    return body.token;
  };
  try {
    return await once().catch((error: unknown) => {
      if (!helpsAnother(error, given)) throw error;
      return once();
    });
  } catch (error) {
    throw refusal(error, serviceDate, context);
  }
};

/**
 * Creates a token source from the identity that a CI gives its job. The JWT is exchanged when the first request
 * needs it, and again before the token expires.
 * @throws CliFailure without an organization.
 */
export const ciTokens = (
  { oidc }: Pick<CiContext, 'oidc'>,
  context: CommandContext,
  address: string,
): (() => Promise<string>) | undefined => {
  if (!oidc) return undefined;
  const organizationId = organizationOf(context);
  if (organizationId === undefined) throw missingOrganization();
  const { elapsedMs } = context;
  let held: { token: Promise<string>; sinceMs: number } | undefined;
  return () => {
    if (held && elapsedMs() - held.sinceMs < renewAfterMs) return held.token;
    const token = trade({ context, address, organizationId, source: oidc });
    const mine = { token, sinceMs: elapsedMs() };
    held = mine;
    // After a failure, the next call tries again.
    token.catch(() => {
      if (held === mine) held = undefined;
    });
    return token;
  };
};
