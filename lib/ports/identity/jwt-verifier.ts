import type { Jwt } from '@scangate/domain/identity/ci-trust/jwt';

/** Verifies JWTs with the keys that their issuers publish. */
export interface JwtVerifier {
  /**
   * Verifies the signature of a JWT from a trusted issuer. It contacts only that issuer, and responds within
   * seconds.
   * @throws TokenRefused keys_unavailable, key_unknown, key_ambiguous, key_weak or signature.
   */
  verify(jwt: Jwt, now: Date): Promise<void>;
}
