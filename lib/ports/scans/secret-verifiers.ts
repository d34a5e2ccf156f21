import type { SecretVerifier } from '@scangate/engines/model/gate/secret-liveness';

/**
 * Opens a verifier that asks the providers about at most so many secrets. It holds secrets only in memory: no log,
 * store or response contains one.
 */
export type OpenSecretVerifier = (checks: number, signal: AbortSignal) => SecretVerifier;
