import type { SecretVerifier } from '@scangate/engines/model/gate/secret-liveness';

/**
 * Opens what asks the providers of secrets, for so many secrets at most. It has them in memory alone: no log, no store and no
 * answer has one.
 */
export type OpenSecretVerifier = (checks: number, signal: AbortSignal) => SecretVerifier;
