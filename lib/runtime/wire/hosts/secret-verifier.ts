import { secretVerifier } from '#adapters/secret-liveness/secret-verifier.ts';
import type { Outbound, OutboundFetch } from '#ports/outbound.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';

/** The local cloud gives its functions this log stream. Lambda sets the variable itself, so no deployed function has it. */
const localLogStream = 'local';

/** Returns the stand-in of the local cloud; a deployed service has none, whatever its settings are. */
const standInOf = ({ SECRETS_ORIGIN: origin, AWS_LAMBDA_LOG_STREAM_NAME: logStream }: NodeJS.ProcessEnv) =>
  logStream === localLogStream && origin !== '' ? origin : undefined;

/** Sends requests for a provider to the stand-in, where there is one. */
const throughStandIn = (fetch: OutboundFetch): OutboundFetch => {
  const standIn = standInOf(process.env);
  if (standIn === undefined) return fetch;
  return (url, request) => {
    const { host, pathname, search } = new URL(url);
    return fetch(`${standIn}/${host}${pathname}${search}`, request);
  };
};

/** Asks the providers of secrets at their public addresses. */
export const wireSecretVerifier =
  (outbound: Pick<Outbound, 'fetch'>): OpenSecretVerifier =>
  (checks, signal) =>
    secretVerifier({ fetch: throughStandIn(outbound.fetch('provider')), limits: { checks }, signal });
