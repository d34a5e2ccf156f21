import type { Records } from '@scangate/domain/record-changes';
import { claimedRepository } from '@scangate/domain/identity/ci-trust/claimed-repository';
import {
  decideExchange,
  ExchangeRefused,
  matchJwt,
  notTrusted,
  type ExchangeFacts,
  type MatchedJwt,
} from '@scangate/domain/identity/ci-trust/decide-exchange';
import { parseJwt, type Jwt } from '@scangate/domain/identity/ci-trust/jwt';
import {
  credentialHashOf,
  minuteOf,
  recordExchange,
  recordRefusal,
  requireRate,
  type Counters,
} from '@scangate/domain/identity/ci-trust/record-exchange';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import { Problem } from '@scangate/domain/problem';
import type { RepositoryName, TrustRule } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { ErasedConflict } from '@scangate/domain/offboarding/require-not-erased';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { loadTrustRules } from './load-trust-rules.ts';

interface ExchangePorts {
  store: Pick<Store, 'list' | 'load' | 'commit'>;
  verifier: JwtVerifier;
  ids: Ids;
  log: Log;
  /** The limit of JWTs of an organization that are exchanged per minute. */
  exchangeRate: number;
}

interface ExchangeRequest {
  organizationId: string;
  token: string;
}

type Loaded = Counters & { facts: ExchangeFacts };

const consistent = { consistent: true } as const;

/** Adds the URL to a name that was reserved before names had one. */
const withUrl = async (
  held: RepositoryName | undefined,
  store: ExchangePorts['store'],
): Promise<RepositoryName | undefined> => {
  if (!held?.repositoryId || held.url !== undefined) return held;
  const { organizationId, repositoryId } = held;
  const [repository] = await store.load([
    { record: 'repository', id: { organizationId, repositoryId } },
  ] as const);
  return repository ? { ...held, url: repository.url } : held;
};

/** The names of connected repositories that the rules need for a JWT. */
const namesFor = (rules: readonly TrustRule[], { claims }: Jwt): string[] =>
  rules
    .filter(({ repositories }) => repositories === 'matching')
    .flatMap((rule) => claimedRepository(rule, claims)?.name ?? []);

/** Loads all records on which the decision depends, in one round trip. */
const loadFacts = async (
  { jwt, rules, organizationId }: { jwt: Jwt; rules: readonly TrustRule[]; organizationId: string },
  { store }: ExchangePorts,
  now: Date,
): Promise<Loaded> => {
  const people = [...new Set(rules.map(({ personId }) => personId))];
  const names = [...new Set(namesFor(rules, jwt))];
  const accountId = rules[0]?.billingAccountId ?? organizationId;
  const [minute, used, organization, account, ...rest] = await store.load(
    [
      { record: 'exchangeMinute', id: { organizationId, minute: minuteOf(now) } },
      { record: 'usedCredential', id: { credentialHash: credentialHashOf(jwt) } },
      { record: 'organization', id: { organizationId } },
      { record: 'account', id: { accountId } },
      ...people.map((personId) => ({ record: 'member', id: { organizationId, personId } }) as const),
      ...names.map((name) => ({ record: 'repositoryName', id: { organizationId, name } }) as const),
    ] as const,
    consistent,
  );
  const members = (rest.slice(0, people.length) as (Records['member'] | undefined)[]).flatMap((member) =>
    member ? [[member.personId, member] as const] : [],
  );
  const held = rest.slice(people.length) as (RepositoryName | undefined)[];
  const repositoryNames = await Promise.all(held.map((each) => withUrl(each, store)));
  return {
    minute,
    used,
    facts: {
      organization,
      account,
      used,
      members: new Map(members),
      repositoryNames: new Map(repositoryNames.flatMap((each) => (each ? [[each.name, each] as const] : []))),
    },
  };
};

/** Finds the rules for the issuer of a JWT, or the reason why it is refused before any request is made. */
const rulesOfIssuer = async (
  { organizationId }: ExchangeRequest,
  { issuer }: Jwt,
  store: ExchangePorts['store'],
): Promise<TrustRule[]> => {
  const rules = await loadTrustRules(store, organizationId);
  // An organization without rules responds like one that does not exist.
  if (rules.length === 0) throw notTrusted();
  const ofIssuer = rules.filter((rule) => rule.issuer === issuer);
  if (ofIssuer.length === 0) throw new TokenRefused('issuer');
  return ofIssuer;
};

/** Matches a verified JWT, or returns its refusal, so that both are counted. */
const matchOrRefuse = (jwt: Jwt, rules: readonly TrustRule[], now: Date): MatchedJwt | ExchangeRefused => {
  try {
    return matchJwt(jwt, rules, now);
  } catch (error) {
    if (error instanceof ExchangeRefused) return error;
    throw error;
  }
};

const tryToExchange = async (
  { organizationId, jwt, rules }: { organizationId: string; jwt: Jwt; rules: TrustRule[] },
  ports: ExchangePorts,
  now: Date,
) => {
  const { store, ids } = ports;
  const matched = matchOrRefuse(jwt, rules, now);
  const loading = { jwt, organizationId, rules: matched instanceof ExchangeRefused ? [] : matched.rules };
  const { facts, ...counters } = await loadFacts(loading, ports, now);
  const attempt = matched instanceof ExchangeRefused ? 'unmatched' : 'exchanges';
  requireRate(counters.minute, { attempt, limit: ports.exchangeRate }, now);
  try {
    if (matched instanceof ExchangeRefused) throw matched;
    const exchange = decideExchange({ jwt, matched }, facts, now);
    const billingAccountId = facts.organization?.billingAccountId ?? exchange.rule.billingAccountId;
    const made = { jwt, counters, billingAccountId, endsAt: matched.endsAt };
    const order = { ...made, tokenId: ids.uuid(), random: ids.bytes(60) };
    const { secret, token, changes } = recordExchange(exchange, order, now);
    await commitOrThrow(store, changes);
    return { secret, token };
  } catch (error) {
    if (error instanceof ExchangeRefused) {
      const refused = { organizationId, jwt, minute: counters.minute, attempt, eventId: ids.uuid() } as const;
      await commitOrThrow(store, recordRefusal(error, refused, now)).catch((conflict: unknown) => {
        if (!(conflict instanceof ErasedConflict)) throw conflict;
      });
    }
    throw error;
  }
};

const exchange = async (request: ExchangeRequest, ports: ExchangePorts, now: Date) => {
  const jwt = parseJwt(request.token);
  const rules = await rulesOfIssuer(request, jwt, ports.store);
  await ports.verifier.verify(jwt, now);
  const { organizationId } = request;
  return retryOnConflict(limits.exchangeToken, () =>
    tryToExchange({ organizationId, jwt, rules }, ports, now),
  );
};

/** Returns why an exchange failed, for the log: a code, never a text of the JWT. */
const reasonOf = (error: unknown): string => {
  if (error instanceof TokenRefused || error instanceof ExchangeRefused) return error.reason;
  return error instanceof Problem ? error.code : 'system_error';
};

/**
 * Exchanges the JWT of a CI for a token of 15 minutes (docs/adr/0065-ci-trust.md).
 * @throws Problem oidc_token_invalid, oidc_not_trusted, entitlement_denied, repository_not_found, oidc_token_used or
 * rate_limited.
 */
export const exchangeToken = async (request: ExchangeRequest, ports: ExchangePorts, now: Date) => {
  try {
    const { secret, token } = await exchange(request, ports, now);
    const { expiresAt = '', scopes, repositoryIds, trustId = '' } = token;
    return { token: secret, expiresAt, scopes, ...(repositoryIds && { repositoryIds }), trustId };
  } catch (error) {
    const { organizationId } = request;
    // The audit log records refusals of known organizations; for others the id is only a claim, and the metric
    // counts them.
    const named =
      error instanceof ExchangeRefused ? { organizationId } : { claimedOrganizationId: organizationId };
    ports.log.warn('exchange failed', { reason: reasonOf(error), ...named });
    throw error instanceof TokenRefused || error instanceof ExchangeRefused ? error.problem : error;
  }
};
