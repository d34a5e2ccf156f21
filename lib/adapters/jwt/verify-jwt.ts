import { compactVerify, importJWK } from 'jose';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import type { Jwt } from '@scangate/domain/identity/ci-trust/jwt';
import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { findKey, type PublicJwk } from './key-set.ts';

const totalMs = 3_000;

const verifySignature = async ({ text, algorithm }: Jwt, key: PublicJwk): Promise<void> => {
  try {
    await compactVerify(text, await importJWK({ ...key, alg: algorithm }, algorithm), {
      algorithms: [algorithm],
    });
  } catch {
    throw new TokenRefused('signature');
  }
};

/** Verifies JWTs with `jose`, by keys that are fetched under the address rules of git sources. */
export const joseVerifier = (fetch: OutboundFetch): JwtVerifier => {
  const issuers = new IssuerKeys(fetch, totalMs);
  return {
    async verify(jwt, now) {
      const known = findKey(await issuers.keysOf(jwt.issuer, now), jwt);
      const key = known ?? findKey(await issuers.keysOf(jwt.issuer, now, { renew: true }), jwt);
      if (!key) throw new TokenRefused('key_unknown');
      await verifySignature(jwt, key);
    },
  };
};
