import { csrfToken } from '@scangate/domain/identity/csrf';
import { liveCredential } from '@scangate/domain/identity/live-credential';
import { reachesRepository } from '@scangate/domain/identity/repository-reach';
import { isPermitted, type PermissionNeeded } from '@scangate/domain/identity/access/authorize-request';
import type { Caller } from '@scangate/domain/identity/caller';
import { accessPolicyInForce } from '@scangate/domain/identity/sso/access-policy';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { addMs, hourMs } from '@scangate/domain/instant';
import { planAt } from '@scangate/domain/plans/entitlements';
import { rateState, rateWindow, sampledRequests, type RateState } from '@scangate/domain/rate-limit';
import type {
  Account,
  Instant,
  Member,
  Organization,
  RateMinute,
  Token,
  TrustRule,
} from '@scangate/domain/records';
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
  /** The required value of `Scangate-CSRF`, for a session. */
  csrf?: string;
}

/** A consistent read, so that a member who was just removed has no access. */
const consistent = { consistent: true } as const;

/** Reads the maker of a credential: a token or a trust rule. */
const makerOf = ({ organizationId, parentHash, trustId }: Token) => {
  if (parentHash !== undefined) return [{ record: 'token', id: { tokenHash: parentHash } }] as const;
  if (trustId !== undefined) return [{ record: 'trustRule', id: { organizationId, trustId } }] as const;
  return [] as const;
};

/** Distinguishes the makers of a credential. */
const makersOf = ({ parentHash }: Token, maker: Token | TrustRule | undefined) => {
  const isParent = parentHash !== undefined;
  const parent = isParent ? (maker as Token | undefined) : undefined;
  const rule = isParent ? undefined : (maker as TrustRule | undefined);
  return { parent, rule };
};

/** Lists the records on which a credential depends, for one read. */
const factsOf = (token: Token) =>
  [
    { record: 'organization', id: { organizationId: token.organizationId } },
    { record: 'member', id: { organizationId: token.organizationId, personId: token.personId } },
    { record: 'account', id: { accountId: token.billingAccountId } },
    ...makerOf(token),
  ] as const;

/** The records of `factsOf`. */
type Facts = readonly [
  organization?: Organization | undefined,
  member?: Member | undefined,
  account?: Account | undefined,
  maker?: Token | TrustRule | undefined,
];

/** One in this many requests, chosen at random, represents all of them. */
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

/** Returns the organization with the session rules that are in force by its plan. */
const policyInForce = (
  organization: Organization,
  account: Account | undefined,
  at: string,
): Organization => {
  const { accessPolicy, ...rest } = organization;
  const inForce = account && accessPolicyInForce(accessPolicy, planAt(account, at));
  return { ...rest, ...(inForce && { accessPolicy: inForce }) };
};

/** Returns when a token expires. A session ends by the rules of its organization, and later if it is used. */
const endOf = (token: Token, parent: Token | undefined): Instant | undefined =>
  token.kind === 'session'
    ? undefined
    : [token.expiresAt, parent?.expiresAt].filter((end) => end !== undefined).toSorted()[0];

/**
 * Decides whom a credential currently represents, and what it permits. A long response repeats this.
 * @returns undefined when the credential is not accepted.
 */
const callerOf = (token: Token, [stored, member, account, maker]: Facts, now: Date): Caller | undefined => {
  const at = now.toISOString();
  const organization = stored && policyInForce(stored, account, at);
  const makers = makersOf(token, maker);
  const live = liveCredential({ token, organization, member, ...makers, now: at });
  if (!live) return undefined;
  if (!account) throw new Error('the billing account is missing');
  const { signedInAt, issuerOf } = token.session ?? {};
  const endsAt = endOf(token, makers.parent);
  const listens = stored?.listens ?? [];
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
    ...(listens.length > 0 && { listens }),
  };
};

/**
 * A credential in the middle of a long response, with the requirements of its endpoint and the repository of the
 * response.
 */
interface LongRequest {
  tokenHash: string;
  isSession: boolean;
  needed: PermissionNeeded;
  /** Whether a call of the endpoint by a token is API access. */
  isApi: boolean;
  repositoryId: string;
}

/**
 * Checks the credential of a long response again. It is not counted as a request. The reads for a token are
 * consistent, because it is only checked when something ended. Those for a session may be slightly outdated, at half
 * the price, because it is checked again within a minute.
 * @returns undefined when the request would be refused now, because of its credential, its permission or its
 * repository. Otherwise, when the credential expires, if that is known.
 */
export const acceptAgain = async (
  { tokenHash: hash, isSession, needed, isApi, repositoryId }: LongRequest,
  store: AuthenticationPorts['store'],
  now: Date,
): Promise<{ endsAt: Instant | undefined } | undefined> => {
  const freshly = { consistent: !isSession };
  const [token] = await store.load([{ record: 'token', id: { tokenHash: hash } }] as const, freshly);
  if (!token || (token.kind === 'session') !== isSession) return undefined;
  const caller = callerOf(token, await store.load(factsOf(token), freshly), now);
  if (!caller || !isPermitted(caller, needed, { isApi, now })) return undefined;
  return reachesRepository(caller, repositoryId) ? { endsAt: caller.credentialEndsAt } : undefined;
};

/**
 * Finds the caller of a request, and counts the request against the limits of its credential and its organization:
 * one write, then one consistent read (docs/adr/0068-credentials-and-lineage.md, docs/adr/0069-rates.md).
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
  const minute = { organizationId: token.organizationId, minute: rateWindow(now) };
  const [[rate, ...facts]] = await Promise.all([
    ports.store.load([{ record: 'rateMinute', id: minute }, ...factsOf(token)] as const, consistent),
    sample(ports, minute, now),
  ]);
  const caller = callerOf(token, facts, now);
  if (!caller) return undefined;
  const organization = { limit: ports.organizationRate, requests: rate?.requests ?? 0 };
  return {
    caller,
    rate: rateState(requests, now, organization),
    ...(kind === 'session' && { csrf: csrfToken(secret) }),
  };
};
