import { capabilitiesOf, planAt } from '@scangate/domain/plans/entitlements';
import { Problem } from '@scangate/domain/problem';
import type {
  Account,
  Member,
  Organization,
  RepositoryName,
  TrustRule,
  UsedCredential,
} from '@scangate/domain/records';
import { scopesOfRole, type Role, type Scope } from '../roles.ts';
import { claimedRepository, isClaimed } from './claimed-repository.ts';
import { judgeTimes } from './judge-times.ts';
import type { Jwt } from './jwt.ts';
import { byAge, failedClaims, isForAudience } from './match-rules.ts';
import { ciProviderSpecs } from './ci-providers/index.ts';
import { TokenRefused } from './token-refused.ts';

/** A verified JWT that is not exchanged, with the details that managers of the organization learn. */
export class ExchangeRefused extends Error {
  readonly problem: Problem;
  readonly reason: string;
  readonly trustId: string | undefined;
  readonly claim: string | undefined;

  constructor(
    problem: Problem,
    { reason, trustId, claim }: { reason: string; trustId?: string; claim?: string | undefined },
  ) {
    super(`the JWT is not exchanged: ${reason}`);
    this.name = 'ExchangeRefused';
    this.problem = problem;
    this.reason = reason;
    this.trustId = trustId;
    this.claim = claim;
  }
}

/** The same response for every untrusted JWT, so that it reveals nothing about the organization. */
export const notTrusted = (): Problem =>
  new Problem('oidc_not_trusted', {
    detail:
      'No trust rule of the organization allows this JWT. Owners and admins see the reason in the audit log.',
  });

const orRefused = <T>(judge: () => T): T => {
  try {
    return judge();
  } catch (error) {
    if (error instanceof TokenRefused) throw new ExchangeRefused(error.problem, { reason: error.reason });
    throw error;
  }
};

/** The rules that match a verified JWT, the oldest first, and the expiry of the JWT. */
export interface MatchedJwt {
  rules: TrustRule[];
  endsAt: Date;
}

/**
 * Finds the rules of an issuer that match a JWT: times, audience, then claims.
 * @throws ExchangeRefused
 */
export const matchJwt = (jwt: Jwt, ofIssuer: readonly TrustRule[], now: Date): MatchedJwt => {
  const endsAt = orRefused(() => judgeTimes(jwt.claims, now));
  const ofAudience = byAge(ofIssuer.filter((rule) => isForAudience(rule, jwt.claims)));
  if (ofAudience.length === 0)
    throw new ExchangeRefused(new TokenRefused('audience').problem, { reason: 'audience', claim: 'aud' });
  const judged = ofAudience.map((rule) => ({ rule, failed: failedClaims(rule, jwt.claims) }));
  const rules = judged.filter(({ failed }) => failed.length === 0).map(({ rule }) => rule);
  if (rules.length > 0) return { rules, endsAt };
  const [closest] = judged.toSorted((a, b) => a.failed.length - b.failed.length);
  throw new ExchangeRefused(notTrusted(), {
    reason: 'rule',
    ...(closest && { trustId: closest.rule.trustId, claim: closest.failed[0] }),
  });
};

/** The records that decide about a matched JWT. */
export interface ExchangeFacts {
  organization: Organization | undefined;
  account: Account | undefined;
  /** By person. */
  members: ReadonlyMap<string, Member>;
  used: UsedCredential | undefined;
  /** By name. */
  repositoryNames: ReadonlyMap<string, RepositoryName>;
}

/** The rule that permits an exchange, and the limits of its token. */
export interface Exchange {
  rule: TrustRule;
  role: Role;
  scopes: Scope[];
  /** Absent for every repository. */
  repositoryIds?: string[];
}

/** Returns whether a person is responsible for a rule: a member without interruption since taking it on. */
const holds = (rule: TrustRule, member: Member | undefined): member is Member =>
  member !== undefined && member.removedAt === undefined && member.joinedAt <= rule.heldSince;

/** @throws ExchangeRefused when no rule has a responsible member who may do anything that it permits. */
const heldRule = (rules: readonly TrustRule[], { members, organization }: ExchangeFacts): Exchange => {
  for (const rule of rules) {
    const member = members.get(rule.personId);
    if (!holds(rule, member) || !organization || organization.closing) continue;
    const scopes = scopesOfRole(member.role).filter((scope) => rule.scopes.includes(scope));
    if (scopes.length > 0) return { rule, role: member.role, scopes };
  }
  const [first] = rules;
  throw new ExchangeRefused(notTrusted(), { reason: 'person', ...(first && { trustId: first.trustId }) });
};

/** @throws ExchangeRefused when the rule is for the repository that the JWT names, and it is not connected. */
const repositoriesOf = (
  { provider, issuer, repositories, trustId }: TrustRule,
  { claims }: Jwt,
  { repositoryNames }: ExchangeFacts,
): Pick<Exchange, 'repositoryIds'> => {
  if (repositories === 'all') return {};
  if (repositories !== 'matching') return { repositoryIds: repositories };
  const claimed = claimedRepository({ provider, issuer }, claims);
  const held = claimed && repositoryNames.get(claimed.name);
  if (claimed && isClaimed(held, claimed)) return { repositoryIds: [held.repositoryId] };
  const problem = new Problem('repository_not_found', {
    detail: 'The repository that the JWT names is not connected under that name.',
  });
  throw new ExchangeRefused(problem, { reason: 'repository', trustId });
};

const requirePlan = ({ account }: ExchangeFacts, trustId: string, now: Date): void => {
  if (!account) throw new Error('the billing account is missing');
  const plan = planAt(account, now.toISOString());
  if (capabilitiesOf(plan).includes('api')) return;
  const detail = `The plan ${plan} does not include api.`;
  const problem = new Problem('entitlement_denied', { detail, capability: 'api', plan });
  throw new ExchangeRefused(problem, { reason: 'plan', trustId });
};

const requireUnused = (used: UsedCredential | undefined, { provider, trustId }: TrustRule): void => {
  const { uses, title } = ciProviderSpecs[provider];
  if ((used?.uses ?? 0) < uses) return;
  const often = uses === 1 ? 'once' : `${uses} times`;
  const problem = new Problem('oidc_token_used', {
    detail: `A JWT of ${title} can be exchanged ${often}. Request a new one.`,
  });
  throw new ExchangeRefused(problem, { reason: 'used', trustId });
};

/**
 * Decides what a matched JWT is exchanged for: person, plan, replay and repository are checked in this order
 * (docs/adr/0065-ci-trust.md).
 * @throws ExchangeRefused
 */
export const decideExchange = (
  { jwt, matched }: { jwt: Jwt; matched: MatchedJwt },
  facts: ExchangeFacts,
  now: Date,
): Exchange => {
  const exchange = heldRule(matched.rules, facts);
  requirePlan(facts, exchange.rule.trustId, now);
  requireUnused(facts.used, exchange.rule);
  return { ...exchange, ...repositoriesOf(exchange.rule, jwt, facts) };
};
