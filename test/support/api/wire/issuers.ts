import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import { readAllowedIssuers } from '@scangate/domain/identity/ci-trust/allowed-issuers';
import { world } from '../endpoint-world.ts';

export const wireJwtVerifier = (): JwtVerifier => ({
  verify: (jwt, now) => world.verifier.verify(jwt, now),
});

export const allowedIssuers = () => readAllowedIssuers(world.allowedIssuers);

export const exchangeRate = () => world.exchangeRate;
