import type { ClaimMatch, TrustRule } from '../identity-records.ts';
import { shownText } from './ci-run.ts';
import { comparableClaim, failedClaims, isForAudience } from './match-rules.ts';
import type { Claims } from './ci-providers/provider.ts';

/** A claim that a rule does not accept, with the expected and the actual value. */
interface FailedClaim {
  claim: string;
  /** Absent where the provider's own rule refuses the claim. */
  expected?: ClaimMatch;
  /** Absent when the JWT does not have a single value for it. */
  found?: string;
}

/** Values of another kind have no text: JSON may even hold objects that cannot be converted to one. */
const audiencesOf = ({ aud }: Claims): string =>
  [aud]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(', ');

const foundOf = (claims: Claims, claim: string): Pick<FailedClaim, 'found'> => {
  const value = claim === 'aud' ? audiencesOf(claims) : comparableClaim(claims, claim);
  return value === undefined || value === '' ? {} : { found: shownText(value) };
};

/** Explains whether a rule matches the claims of a JWT, and which of them it does not accept. */
export const explainRule = (rule: TrustRule, claims: Claims) => {
  const ofIssuer = claims['iss'] === rule.issuer;
  const ofAudience = isForAudience(rule, claims);
  const failed: FailedClaim[] = [
    ...(ofIssuer ? [] : [{ claim: 'iss', expected: rule.issuer }]),
    ...(ofAudience ? [] : [{ claim: 'aud', expected: rule.audience }]),
    ...failedClaims(rule, claims).map((claim) => ({
      claim,
      ...(Object.hasOwn(rule.match, claim) && { expected: rule.match[claim] as ClaimMatch }),
    })),
  ].map((each) => ({ ...each, ...foundOf(claims, each.claim) }));
  return { trustId: rule.trustId, name: rule.name, matches: failed.length === 0, failed };
};
