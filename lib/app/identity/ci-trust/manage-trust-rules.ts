import { rememberAnswer, requestOfPerson, type IdempotentRequest } from '@scangate/domain/idempotency';
import { invalidField } from '@scangate/domain/invalid-field';
import { requireNotIssuedByToken } from '@scangate/domain/identity/access/require-access';
import type { Caller } from '@scangate/domain/identity/caller';
import type { AllowedIssuers } from '@scangate/domain/identity/ci-trust/allowed-issuers';
import { checkRule, type TrustRuleRequest } from '@scangate/domain/identity/ci-trust/check-rule';
import * as rules from '@scangate/domain/identity/ci-trust/trust-rules';
import { requireCapability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { TrustRule } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadExistingOrganization } from '#app/load-existing-organization.ts';
import { replayStoredResponse } from '#app/replay-stored-response.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { recheckOpenWaitsNow } from '#app/scans/waiting/recheck-open-waits.ts';
import { loadTrustRule } from './load-trust-rules.ts';

type Reads = 'organization' | 'trustRule' | 'repository' | 'waiter' | 'idempotency';
type Writes =
  | 'organization'
  | 'trustRule'
  | 'scan'
  | 'dedup'
  | 'endedCredentials'
  | 'auditEvent'
  | 'idempotency';

interface TrustRulePorts {
  store: Pick<Store<Reads, Writes>, 'get' | 'list' | 'load' | 'commit'>;
  ids: Ids;
  allowedIssuers: AllowedIssuers;
  log: Log;
}

/**
 * The person in a request has to be its caller: a rule never acts for another person.
 * @throws Problem validation_failed
 */
const requireOneself = (caller: Caller, personId: string | undefined): void => {
  if (personId === undefined || personId === caller.personId) return;
  throw invalidField('/personId', 'A rule acts for the person who creates it or takes it over.');
};

/** @throws Problem repository_not_found unless all are connected. */
const requireRepositories = async (
  store: TrustRulePorts['store'],
  organizationId: string,
  { repositories }: Pick<TrustRule, 'repositories'>,
): Promise<void> => {
  if (!Array.isArray(repositories)) return;
  const found = await store.load(
    repositories.map(
      (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
    ),
  );
  if (found.some((repository) => !repository || repository.disconnectedAt !== undefined))
    throw new Problem('repository_not_found');
};

/**
 * Creates a trust rule, which acts for its creator.
 * @throws Replay, or Problem entitlement_denied, validation_failed, trust_too_wide, insufficient_scope,
 * repository_not_found, or conflict beyond 50 rules.
 */
export const createTrustRule = async (
  {
    caller,
    request,
    idempotency,
  }: {
    caller: Caller;
    request: TrustRuleRequest & { personId?: string | undefined };
    idempotency: IdempotentRequest | undefined;
  },
  ports: Omit<TrustRulePorts, 'log'>,
  now: Date,
) => {
  const { store, ids, allowedIssuers } = ports;
  const { organizationId, personId, billingAccountId } = caller;
  requireCapability(caller.plan, 'api');
  requireNotIssuedByToken(caller);
  const own = requestOfPerson(idempotency, personId);
  await replayStoredResponse(own, store, now);
  requireOneself(caller, request.personId);
  const checked = checkRule(request, caller, allowedIssuers);
  await requireRepositories(store, organizationId, checked);
  const at = now.toISOString();
  const by = { personId, createdBy: personId, heldSince: at, createdAt: at, version: 1 };
  const rule: TrustRule = { organizationId, trustId: ids.uuid(), billingAccountId, ...checked, ...by };
  const headers = { Location: `/v1/oidc/trust/${rule.trustId}` };
  const answer = { status: 201 as const, headers, body: rules.trustRuleView(rule) };
  return retryOnConflict(limits.changeTrustRules, async () => {
    const organization = await loadExistingOrganization(store, organizationId);
    await commitOrThrow(store, [
      ...rememberAnswer(own, answer, now),
      ...rules.createTrustRule(caller, { rule, organization }),
    ]);
    return answer;
  });
};

/** A change of a rule. Its provider and issuer stay. */
type TrustRuleChange = Partial<Omit<TrustRuleRequest, 'provider' | 'issuer'>> & {
  personId?: string | undefined;
};

/** Returns the request that would create the rule as changed. */
const requestOf = (
  { name, provider, issuer, audience, match, repositories, scopes, forkBuilds }: TrustRule,
  change: TrustRuleChange,
): TrustRuleRequest => ({
  provider,
  issuer,
  name: change.name ?? name,
  audience: change.audience ?? audience,
  match: change.match ?? match,
  repositories: change.repositories ?? repositories,
  scopes: change.scopes ?? scopes,
  forkBuilds: change.forkBuilds ?? forkBuilds,
});

/**
 * Changes a trust rule, or hands it over to the caller.
 * @throws Problem as `createTrustRule`, trust_rule_not_found, or other_person_required for the rule of another person.
 */
export const changeTrustRule = async (
  { caller, trustId, change }: { caller: Caller; trustId: string; change: TrustRuleChange },
  { store, allowedIssuers, log }: Omit<TrustRulePorts, 'ids'>,
  now: Date,
) => {
  const { organizationId } = caller;
  requireCapability(caller.plan, 'api');
  requireNotIssuedByToken(caller);
  requireOneself(caller, change.personId);
  const before = await loadTrustRule(store, { organizationId, trustId });
  const checked = checkRule(requestOf(before, change), caller, allowedIssuers);
  if (change.repositories !== undefined) await requireRepositories(store, organizationId, checked);
  const takesOver = change.personId !== undefined;
  const after: TrustRule = {
    ...before,
    ...checked,
    ...(takesOver && { personId: caller.personId, heldSince: now.toISOString() }),
  };
  await commitOrThrow(store, rules.changeTrustRule(caller, { before, after }, now.toISOString()));
  await recheckOpenWaitsNow(organizationId, { store, log }, now);
  return rules.trustRuleView(after);
};

/** Removes a trust rule, and with it its tokens. @throws Problem trust_rule_not_found, or conflict */
export const removeTrustRule = async (
  { caller, trustId }: { caller: Caller; trustId: string },
  { store, log }: Pick<TrustRulePorts, 'store' | 'log'>,
  now: Date,
): Promise<void> => {
  const { organizationId } = caller;
  const rule = await loadTrustRule(store, { organizationId, trustId });
  const organization = await loadExistingOrganization(store, organizationId);
  await commitOrThrow(store, rules.removeTrustRule(caller, { rule, organization }, now.toISOString()));
  await recheckOpenWaitsNow(organizationId, { store, log }, now);
};
