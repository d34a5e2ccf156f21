import { secretVerifier } from '#adapters/liveness/secret-verifier.ts';
import type { Outbound } from '#ports/outbound.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';

/** Asks the providers of secrets at their public addresses. */
export const wireSecretVerifier =
  (outbound: Pick<Outbound, 'fetch'>): OpenSecretVerifier =>
  (checks, signal) =>
    secretVerifier({ fetch: outbound.fetch('provider'), limits: { checks }, signal });
