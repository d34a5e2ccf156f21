import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import { currentSurroundings } from './surroundings.ts';

/**
 * Stands in for lib/runtime/wire/issuers.ts: an issuer returns its keys, and accepts every signature but
 * that of a forged claim.
 */
export const wireJwtVerifier = (): JwtVerifier => ({
  verify: async ({ claims }) => {
    const { boundary } = currentSurroundings();
    await boundary.call({ service: 'issuer', operation: 'GET', isWrite: false }, () => {});
    if (claims['forged']) throw new TokenRefused('signature');
  },
});

export const allowedIssuers = (): ReadonlySet<'https'> => new Set(['https']);

export const exchangeRate = (): number => 1_000;
