import { csrfToken } from '@scangate/domain/identity/csrf';
import { liveCredential, type LiveCredential } from '@scangate/domain/identity/live-credential';
import { reachesRepository } from '@scangate/domain/identity/repository-reach';
import type { Caller, Scope } from '@scangate/domain/identity/roles';
import { accessPolicyInForce } from '@scangate/domain/identity/sso/access-policy';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { addMs, hourMs } from '@scangate/domain/instant';
import { planAt } from '@scangate/domain/plans/entitlements';
import { rateState, rateWindow, sampledRequests, type RateState } from '@scangate/domain/rate-limit';
import type { Account, Instant, Organization, RateMinute, Token, TrustRule } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import type { SentCredential, TokenStore } from '#ports/identity/token-store.ts';

export interface AuthenticationPorts {
  store: Pick<Store, 'load'>;
  tokens: TokenStore;
  /** Draws a number from 0 up to, but not including, 1. */
  random: () => number;
  /** The requests that an organization may send in a minute. */
  organizationRate: number;
}

export interface Authenticated {
  caller: Caller;
  rate: RateState;
  /** The value that `Scangate-CSRF` must have, for a session. */
  csrf?: string;
}

/** A member who was removed a moment ago has no access. */
const consistent = { consistent: true } as const;

/** Reads what made a credential: a token or a trust rule. */
const makerOf = ({ organizationId, parentHash, trustId }: Token) => {
  if (parentHash !== undefined) return [{ record: 'token', id: { tokenHash: parentHash } }] as const;
  if (trustId !== undefined) return [{ record: 'trustRule', id: { organizationId, trustId } }] as const;
  return [] as const;
};

/** Tells the makers of a credential apart. */
const makersOf = ({ parentHash }: Token, maker: Token | TrustRule | undefined) => {
  const isParent = parentHash !== undefined;
  const parent = isParent ? (maker as Token | undefined) : undefined;
  const rule = isParent ? undefined : (maker as TrustRule | undefined);
  return { parent, rule };
};

/** Loads everything that a credential rests on, in one round trip. */
const loadFacts = async ({ store }: Pick<AuthenticationPorts, 'store'>, token: Token, minute: number) => {
  const { organizationId, personId, billingAccountId } = token;
  const [organization, member, account, rate, maker] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'account', id: { accountId: billingAccountId } },
      { record: 'rateMinute', id: { organizationId, minute } },
      ...makerOf(token),
    ] as const,
    consistent,
  );
  return { organization, member, account, rate, ...makersOf(token, maker) };
};

/** One request in so many, by chance, counts for all of them. */
const sample = async (
  { tokens, random }: AuthenticationPorts,
  minute: Omit<RateMinute, 'requests' | 'expiresAt'>,
  now: Date,
): Promise<void> => {
  if (random() * sampledRequests >= 1) return;
  await tokens.countOrganization({
    ...minute,
    requests: sampledRequests,
    expiresAt: addMs(now, hourMs),
  });
};

/** The organization with the rules for sessions that its plan has in force. */
const policyInForce = (
  organization: Organization,
  account: Account | undefined,
  at: string,
): Organization => {
  const { accessPolicy, ...rest } = organization;
  const inForce = account && accessPolicyInForce(accessPolicy, planAt(account, at));
  return { ...rest, ...(inForce && { accessPolicy: inForce }) };
};

/** The instant at which a token ends by itself. A session ends by the rules of its organization, and later if it is used. */
const endOf = (token: Token, parent: Token | undefined): Instant | undefined =>
  token.kind === 'session'
    ? undefined
    : [token.expiresAt, parent?.expiresAt].filter((end) => end !== undefined).toSorted()[0];

interface CallerFacts {
  live: LiveCredential;
  account: Account;
  listens: Organization['listens'];
  endsAt: Instant | undefined;
  at: string;
}

const callerOf = (token: Token, { live, account, listens, endsAt, at }: CallerFacts): Caller => {
  const { signedInAt, issuerOf } = token.session ?? {};
  return {
    organizationId: token.organizationId,
    billingAccountId: token.billingAccountId,
    personId: token.personId,
    role: live.role,
    plan: planAt(account, at),
    tokenKind: token.kind,
    tokenId: token.tokenId,
    tokenHash: token.tokenHash,
    ...(endsAt !== undefined && { credentialEndsAt: endsAt }),
    scopes: live.scopes,
    ...(live.repositoryIds && { repositoryIds: live.repositoryIds }),
    ...(token.trustId !== undefined && { trustId: token.trustId }),
    ...(token.ci && { ci: token.ci }),
    ...(signedInAt !== undefined && { signedInAt }),
    ...(issuerOf !== undefined && { issuerOf }),
    ...(token.parentHash !== undefined && { madeByToken: true as const }),
    ...(live.closing && { closing: true as const }),
    ...(listens && listens.length > 0 && { listens }),
  };
};

/** Decides what a credential permits at this moment. Returns the facts that decide it, too. */
const judge = async (store: AuthenticationPorts['store'], token: Token, now: Date) => {
  const at = now.toISOString();
  const { account, rate, ...facts } = await loadFacts({ store }, token, rateWindow(now));
  const organization = facts.organization && policyInForce(facts.organization, account, at);
  return {
    live: liveCredential({ token, ...facts, organization, now: at }),
    account,
    rate,
    listens: facts.organization?.listens,
    endsAt: endOf(token, facts.parent),
  };
};

/** A credential in the middle of a long answer, with the scopes and the repository that the answer takes. */
interface LongRequest {
  tokenHash: string;
  isSession: boolean;
  scopes: readonly Scope[];
  repositoryId: string;
}

/**
 * Looks again at a credential that a long answer began with. It is not counted as a request. The reads of a token are
 * consistent: it is looked at when something ended. Those of a session may be of a moment ago, at half the price: it is
 * looked at again within a minute.
 * @returns undefined when the request would be refused now: also one that no longer has the scopes, or reaches the
 * repository, and one of an organization that is closing. Else when the credential ends by itself, if that is known.
 */
export const acceptAgain = async (
  { tokenHash: hash, isSession, scopes, repositoryId }: LongRequest,
  store: AuthenticationPorts['store'],
  now: Date,
): Promise<{ endsAt: Instant | undefined } | undefined> => {
  const freshly = { consistent: !isSession };
  const [token] = await store.load([{ record: 'token', id: { tokenHash: hash } }] as const, freshly);
  if (!token || (token.idleUntil !== undefined && token.idleUntil * 1000 <= now.getTime())) return undefined;
  const { organizationId, personId, billingAccountId: accountId } = token;
  const ofToken = [
    { record: 'organization', id: { organizationId } },
    { record: 'member', id: { organizationId, personId } },
    ...makerOf(token),
  ] as const;
  const [[stored, member, maker], [account]] = await Promise.all([
    store.load(ofToken, freshly),
    // Only the rules for sessions depend on the plan.
    token.kind === 'session' ? store.load([{ record: 'account', id: { accountId } }] as const) : [],
  ]);
  const at = now.toISOString();
  const organization = stored && policyInForce(stored, account, at);
  const makers = makersOf(token, maker);
  const live = liveCredential({ token, organization, member, ...makers, now: at });
  const isPermitted =
    live !== undefined &&
    !live.closing &&
    scopes.every((scope) => live.scopes.includes(scope)) &&
    reachesRepository(live, repositoryId);
  return isPermitted ? { endsAt: endOf(token, makers.parent) } : undefined;
};

/**
 * Finds the caller of a request, and counts the request against the limits of its credential and its organization: one
 * write, then one consistent read (docs/adr/0068-credentials-and-lineage.md, docs/adr/0069-rates.md).
 * @returns undefined unless the credential is live.
 */
export const authenticate = async (
  { secret, kind, background }: SentCredential,
  ports: AuthenticationPorts,
  now: Date,
): Promise<Authenticated | undefined> => {
  const counted = await ports.tokens.countRequest({
    tokenHash: tokenHash(secret),
    kind,
    extends: !background,
    now,
  });
  if (!counted || counted.token.kind !== kind) return undefined;
  const { token, requests } = counted;
  const at = now.toISOString();
  const minute = rateWindow(now);
  const [{ live, account, rate, ...facts }] = await Promise.all([
    judge(ports.store, token, now),
    sample(ports, { organizationId: token.organizationId, minute }, now),
  ]);
  if (!live) return undefined;
  if (!account) throw new Error('the billing account is missing');
  const organization = { limit: ports.organizationRate, requests: rate?.requests ?? 0 };
  return {
    caller: callerOf(token, { live, account, ...facts, at }),
    rate: rateState(requests, now, organization),
    ...(kind === 'session' && { csrf: csrfToken(secret) }),
  };
};
