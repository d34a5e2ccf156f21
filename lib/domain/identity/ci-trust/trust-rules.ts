import { actorOf, auditEvent, diffFields } from '@scangate/domain/audit/audit-event';
import { changeConflict } from '@scangate/domain/etag';
import type { Change } from '@scangate/domain/record-changes';
import { countOwned } from '@scangate/domain/organization-counters';
import { Problem } from '@scangate/domain/problem';
import type { Organization, TrustRule } from '@scangate/domain/records';
import { endCredentials } from '../revocation/end-credentials.ts';
import type { Caller } from '../caller.ts';

type RuleChange = Change<'trustRule' | 'organization' | 'endedCredentials' | 'auditEvent'>;

/** The limit of trust rules per organization. */
export const maxTrustRules = 50;

const changedMeanwhile = () => changeConflict('trust rule');

/** A rule as the API and events show it. */
export const trustRuleView = ({
  organizationId: _organization,
  billingAccountId: _account,
  version: _version,
  removedAt: _removed,
  ...shown
}: TrustRule) => shown;

/** The part of a rule that an event compares: a new time of last use is not a change. */
const comparedView = (rule: TrustRule) => {
  const { lastUsedAt: _used, createdAt: _created, createdBy: _creator, ...compared } = trustRuleView(rule);
  return compared;
};

const ruleEvent = (
  caller: Caller,
  rule: TrustRule,
  event: Pick<Parameters<typeof auditEvent>[0], 'action' | 'at' | 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId: rule.organizationId,
    actor: actorOf(caller),
    cause: `${rule.trustId}#${rule.version}`,
    target: rule.trustId,
    onConflict: changedMeanwhile,
    ...event,
  });

/** Creates a rule. @throws Problem conflict beyond the limit. */
export const createTrustRule = (
  caller: Caller,
  { rule, organization }: { rule: TrustRule; organization: Organization },
): RuleChange[] => {
  if ((organization.trustRules ?? 0) >= maxTrustRules)
    throw new Problem('conflict', { detail: `An organization has at most ${maxTrustRules} trust rules.` });
  return [
    { change: 'insert', record: 'trustRule', item: rule },
    countOwned(organization, 'trustRules', { step: 1, most: maxTrustRules }),
    ruleEvent(caller, rule, { action: 'oidc.rule_created', at: rule.createdAt, after: comparedView(rule) }),
  ];
};

/** The condition of a change of a rule that was read. */
const asRead = ({ version }: TrustRule) =>
  ({
    when: [
      { field: 'version', is: 'equal', value: version },
      { field: 'removedAt', is: 'absent' },
    ],
    onConflict: changedMeanwhile,
  }) satisfies Partial<Change<'trustRule'>>;

/**
 * Changes a rule, or hands it over. Only the person for whom a rule acts can widen it; anybody else has to take it
 * over.
 * @throws Problem other_person_required
 */
export const changeTrustRule = (
  caller: Caller,
  { before, after }: { before: TrustRule; after: TrustRule },
  now: string,
): RuleChange[] => {
  const changed = diffFields(comparedView(before), comparedView(after));
  const names = Object.keys({ ...changed.before, ...changed.after });
  if (names.length === 0) return [];
  const isNameAlone = names.every((name) => name === 'name');
  if (!isNameAlone && after.personId !== caller.personId)
    throw new Problem('other_person_required', {
      detail:
        'The rule acts for another person: take it over with your own personId to change what it trusts.',
    });
  const { organizationId, trustId, version } = before;
  const { name, audience, match, repositories, scopes, forkBuilds, personId, heldSince } = after;
  return [
    {
      change: 'update',
      record: 'trustRule',
      id: { organizationId, trustId },
      set: {
        name,
        audience,
        match,
        repositories,
        scopes,
        personId,
        heldSince,
        version: version + 1,
        ...(forkBuilds !== undefined && { forkBuilds }),
      },
      ...asRead(before),
    },
    // A rule that covers less, or acts for another person, ends the tokens that it issued.
    endCredentials(organizationId, trustId, now),
    ruleEvent(
      caller,
      { ...after, version: version + 1 },
      { action: 'oidc.rule_changed', at: now, ...changed },
    ),
  ];
};

/** Removes a rule. From now on none of its tokens is accepted. */
export const removeTrustRule = (
  caller: Caller,
  { rule, organization }: { rule: TrustRule; organization: Organization },
  now: string,
): RuleChange[] => [
  {
    change: 'update',
    record: 'trustRule',
    id: { organizationId: rule.organizationId, trustId: rule.trustId },
    set: { removedAt: now, version: rule.version + 1 },
    ...asRead(rule),
  },
  endCredentials(rule.organizationId, rule.trustId, now),
  countOwned(organization, 'trustRules', { step: -1, most: maxTrustRules }),
  ruleEvent(
    caller,
    { ...rule, version: rule.version + 1 },
    { action: 'oidc.rule_removed', at: now, before: comparedView(rule) },
  ),
];
