import { joseVerifier } from '#adapters/jwt/verify-jwt.ts';
import { readAllowedIssuers } from '@scangate/domain/identity/ci-trust/allowed-issuers';
import { env } from '../env.ts';
import { wireOutbound } from './hosts/outbound.ts';

export const wireJwtVerifier = () => joseVerifier(wireOutbound({ issuer: allowedIssuers() }).fetch('issuer'));

/** The kinds of addresses that are allowed for issuers. */
export const allowedIssuers = () => readAllowedIssuers(env('ALLOWED_ISSUERS'));

/** The maximum number of JWTs that an organization exchanges per minute. */
export const exchangeRate = () => Number(env('EXCHANGE_RATE'));
