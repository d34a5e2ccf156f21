import type { Jwt } from '@scangate/domain/identity/trust/jwt';

/** Verifies JWTs by the keys that their issuers publish. */
export interface JwtVerifier {
  /**
   * Verifies the signature of a JWT whose issuer is trusted. It asks that issuer alone, and answers within seconds.
   * @throws TokenRefused keys_unavailable, key_unknown, key_ambiguous, key_weak or signature.
   */
  verify(jwt: Jwt, now: Date): Promise<void>;
}
