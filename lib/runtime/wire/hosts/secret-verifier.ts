import { secretVerifier } from '#adapters/secret-liveness/secret-verifier.ts';
import type { Outbound, OutboundFetch } from '#ports/outbound.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';

/** Sends what is for a provider to the stand-in of the local cloud; a deployed service has none. */
const throughStandIn = (fetch: OutboundFetch): OutboundFetch => {
  const standIn = process.env['SECRETS_ORIGIN'];
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
