import type { ClaimMatch, TrustRule } from '../identity-records.ts';
import { matchesGlob } from './claim-glob.ts';
import { ciProviderSpecs } from './ci-providers/index.ts';
import type { Claims } from './ci-providers/provider.ts';

type Matched = Pick<TrustRule, 'provider' | 'match'>;

/**
 * Returns the text as which a claim is compared. A number beyond the exactly representable ones could be another
 * number that reads the same, and a claim without a single value matches nothing.
 */
export const comparableClaim = (claims: Claims, name: string): string | undefined => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value)))
    return String(value);
  return undefined;
};

const matchesClaim = (match: ClaimMatch, value: string | undefined): boolean => {
  if (value === undefined) return false;
  return typeof match === 'string' ? match === value : matchesGlob(match.glob, value);
};

/** The claims of a JWT that a rule does not accept, by name; empty when the rule matches. */
export const failedClaims = ({ provider, match }: Matched, claims: Claims): string[] => {
  const { forkClaim, onlyWhereNamed } = ciProviderSpecs[provider];
  const failed = Object.entries(match)
    .filter(([name, expected]) => !matchesClaim(expected, comparableClaim(claims, name)))
    .map(([name]) => name);
  const ofFork = forkClaim?.(claims);
  const unnamed =
    onlyWhereNamed &&
    comparableClaim(claims, onlyWhereNamed.claim) === onlyWhereNamed.value &&
    match[onlyWhereNamed.claim] !== onlyWhereNamed.value;
  return [
    ...new Set([
      ...failed,
      ...(ofFork === undefined ? [] : [ofFork]),
      ...(unnamed ? [onlyWhereNamed.claim] : []),
    ]),
  ];
};

/** Returns whether a JWT is for the audience of a rule; it may have several. */
export const isForAudience = ({ audience }: Pick<TrustRule, 'audience'>, { aud }: Claims): boolean =>
  Array.isArray(aud) ? aud.includes(audience) : aud === audience;

/** The oldest rule comes first: where several match, it decides. */
export const byAge = (rules: readonly TrustRule[]): TrustRule[] =>
  rules.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.trustId.localeCompare(b.trustId));
