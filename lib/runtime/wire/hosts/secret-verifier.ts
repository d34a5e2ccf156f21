import { secretVerifier } from '#adapters/secret-liveness/secret-verifier.ts';
import type { Outbound, OutboundFetch } from '#ports/outbound.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';

/** The local cloud gives its functions this log stream. Lambda sets the variable itself, so no deployed function has it. */
const localLogStream = 'local';

/** Returns the emulator of the local cloud; a deployed service has none, whatever its settings are. */
const emulatorOf = ({ SECRETS_ORIGIN: origin, AWS_LAMBDA_LOG_STREAM_NAME: logStream }: NodeJS.ProcessEnv) =>
  logStream === localLogStream && origin !== '' ? origin : undefined;

/** Sends requests for a provider to the emulator, where there is one. */
const throughEmulator = (fetch: OutboundFetch): OutboundFetch => {
  const emulator = emulatorOf(process.env);
  if (emulator === undefined) return fetch;
  return (url, request) => {
    const { host, pathname, search } = new URL(url);
    return fetch(`${emulator}/${host}${pathname}${search}`, request);
  };
};

/** Asks the providers of secrets at their public addresses. */
export const wireSecretVerifier =
  (outbound: Pick<Outbound, 'fetch'>): OpenSecretVerifier =>
  (checks, signal) =>
    secretVerifier({ fetch: throughEmulator(outbound.fetch('provider')), limits: { checks }, signal });
