import { dayMs, minuteMs } from '@scangate/domain/instant';
import type { Claims } from './ci-providers/provider.ts';
import { TokenRefused } from './token-refused.ts';

/** The clocks of issuers may differ by this much. */
const skewMs = minuteMs;
const maxLifeMs = dayMs;

const seconds = (claims: Claims, name: string): number | undefined => {
  const value = claims[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new TokenRefused('times_missing');
  return value * 1000;
};

/**
 * Checks when a JWT is valid, and for how long.
 * @returns the instant of its final expiry.
 * @throws TokenRefused times_missing, expired, not_yet_valid or lives_too_long.
 */
export const judgeTimes = (claims: Claims, now: Date): Date => {
  const at = now.getTime();
  const [exp, nbf, iat] = [seconds(claims, 'exp'), seconds(claims, 'nbf'), seconds(claims, 'iat')];
  if (exp === undefined) throw new TokenRefused('times_missing');
  if (exp + skewMs <= at) throw new TokenRefused('expired');
  if (Math.max(nbf ?? at, iat ?? at) - skewMs > at) throw new TokenRefused('not_yet_valid');
  // Some issuers set the beginning of a JWT's validity some minutes before its issue.
  if (exp - (iat ?? nbf ?? at) > maxLifeMs || exp - at > maxLifeMs + skewMs)
    throw new TokenRefused('lives_too_long');
  return new Date(exp + skewMs);
};
