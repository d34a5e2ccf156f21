import type { Instant, Member, Organization, Token, TrustRule } from '../records.ts';
import { repositoryScopes } from './repository-reach.ts';
import { scopesOfRole, type Role, type Scope } from './roles.ts';
import { policyRefusal, sessionLimits } from './sessions/session-policy.ts';
import { isLiveToken } from './tokens.ts';

/** The facts that a credential depends on, at the moment of a request. */
export interface CredentialFacts {
  token: Token;
  organization: Organization | undefined;
  member: Member | undefined;
  /** The token that made it. */
  parent: Token | undefined;
  /** The trust rule that made it. */
  rule: TrustRule | undefined;
  now: Instant;
}

/** The current permissions of a credential. */
export interface LiveCredential {
  organization: Organization;
  role: Role;
  scopes: Scope[];
  repositoryIds?: string[];
  closing: boolean;
}

/** A limit to some repositories; absent for all of them. */
type Repositories = readonly string[] | undefined;

const within = (mine: Repositories, theirs: Repositories): Repositories => {
  if (!mine || !theirs) return mine ?? theirs;
  return mine.filter((repositoryId) => theirs.includes(repositoryId));
};

interface Limits {
  scopes: readonly Scope[];
  repositoryIds: Repositories;
}

const unlimited = (scopes: readonly Scope[]): Limits => ({ scopes, repositoryIds: undefined });

/** A parent has no parent of its own, and acts for the same person in the same organization. */
const limitsOfParent = ({ token, member, parent, now }: CredentialFacts): Limits | undefined => {
  const isParent =
    parent?.kind === 'personal' &&
    parent.parentHash === undefined &&
    parent.organizationId === token.organizationId &&
    parent.personId === token.personId &&
    isLiveToken(parent, member, now);
  return isParent ? { scopes: parent.scopes, repositoryIds: parent.repositoryIds } : undefined;
};

/** A rule that was changed to `matching` no longer covers a token for every repository. */
const limitsOfRule = ({ token, rule }: CredentialFacts): Limits | undefined => {
  if (!rule || rule.removedAt !== undefined || rule.personId !== token.personId) return undefined;
  const { repositories, scopes } = rule;
  if (repositories === 'matching' && !token.repositoryIds) return undefined;
  return { scopes, repositoryIds: Array.isArray(repositories) ? repositories : undefined };
};

/**
 * The current permissions of the maker of a credential. Undefined when the maker is gone, and with it the
 * credential.
 */
const limitsOfMaker = (facts: CredentialFacts): Limits | undefined => {
  const { token } = facts;
  if (token.parentHash !== undefined) return limitsOfParent(facts);
  if (token.trustId !== undefined) return limitsOfRule(facts);
  return token.kind === 'pipeline' ? undefined : unlimited(token.scopes);
};

/** Returns whether the organization's own rules admit a session. */
const passesPolicy = (
  organization: Organization,
  { token: { session, personId, createdAt }, member, now }: CredentialFacts,
): boolean => {
  if (!session) return false;
  const { issuerOf, amr } = session;
  if (issuerOf !== undefined && issuerOf !== organization.organizationId) return false;
  // A switch of the organization starts a session, and does not make the sign-in younger.
  const startedAt = Date.parse(session.startedAt ?? createdAt);
  const endsAt = startedAt + sessionLimits(organization.accessPolicy).absoluteMs;
  const facts = { personId, issuerOf, amr, role: member?.role };
  return endsAt > Date.parse(now) && policyRefusal(organization, facts) === undefined;
};

/** The organization's directory acts for itself: the person who made its token may leave. */
const isLive = ({ token, member, now }: CredentialFacts): boolean =>
  token.kind === 'directory'
    ? isLiveToken(token, { joinedAt: token.createdAt }, now)
    : isLiveToken(token, member, now);

/**
 * Decides whether a credential is accepted, and what it permits: never more than its maker, its person and its trust
 * rule currently permit (docs/adr/0068-credentials-and-lineage.md).
 * @returns undefined when it is not accepted.
 */
export const liveCredential = (facts: CredentialFacts): LiveCredential | undefined => {
  const { token, organization, member } = facts;
  const limits = limitsOfMaker(facts);
  if (!organization || !limits || !isLive(facts)) return undefined;
  const isSession = token.kind === 'session';
  if (isSession && !passesPolicy(organization, facts)) return undefined;
  const closing = organization.closing !== undefined;
  // All tokens are dead in a closing organization; people can only export or restore it.
  if (closing && !isSession) return undefined;

  const role = token.kind === 'directory' ? 'admin' : (member?.role ?? 'member');
  const ofRole = scopesOfRole(role);
  const repositoryIds = within(token.repositoryIds, limits.repositoryIds);
  return {
    organization,
    role,
    // A session represents the person, so that its scopes follow the role.
    scopes: ofRole.filter(
      (scope) =>
        isSession ||
        (token.scopes.includes(scope) &&
          limits.scopes.includes(scope) &&
          (!repositoryIds || repositoryScopes.includes(scope))),
    ),
    ...(repositoryIds && { repositoryIds: [...repositoryIds] }),
    closing,
  };
};
