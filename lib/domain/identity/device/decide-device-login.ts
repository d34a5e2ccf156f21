import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { Problem } from '@scangate/domain/problem';
import type { Instant, Organization, Token } from '@scangate/domain/records';
import { requireScopes } from '../issue-token.ts';
import { scopes as allScopes, type Scope } from '../roles.ts';
import type { Caller } from '../caller.ts';
import { requireRoom, tokenEnd } from '../token-limits.ts';
import type { DeviceDecision, DeviceLogin } from './device-records.ts';

/** The scopes and the days that a person grants a command line. */
export interface DeviceApproval {
  scopes: readonly Scope[];
  expiresInDays?: number | undefined;
}

type DecisionChange = Change<'deviceLogin' | 'auditEvent'>;

/** Thrown when the poll of the command line, or another person, came first. */
class DeviceConflict extends Conflict {}

/** One answer for a code that is unknown, expired, used, or decided by another person. */
export const userCodeNotFound = (): Problem =>
  new Problem('user_code_not_found', {
    detail:
      'No command line is waiting with this code. Codes are valid for ten minutes; run `scangate login` again.',
  });

/** Returns whether the caller has already decided about the login, in the same organization. */
const isOwn = ({ decision }: DeviceLogin, { organizationId, personId }: Caller): boolean =>
  decision?.organizationId === organizationId && decision.personId === personId;

/** @throws Problem user_code_not_found unless the login waits, or waits for its token by the caller's own approval. */
const requireOpen = (login: DeviceLogin | undefined, caller: Caller, now: Instant): DeviceLogin => {
  if (!login || login.expiresAt <= now || login.state === 'granted') throw userCodeNotFound();
  if (login.state !== 'pending' && !isOwn(login, caller)) throw userCodeNotFound();
  return login;
};

const by = ({ organizationId, billingAccountId, personId, role, tokenId }: Caller, at: Instant) => ({
  organizationId,
  billingAccountId,
  personId,
  role,
  tokenId,
  at,
});

/** Stores a decision. It is written once: a login that was granted meanwhile stays granted. */
const decide = (
  { deviceHash, state: before }: DeviceLogin,
  { state, decision }: { state: 'approved' | 'denied'; decision: DeviceDecision },
): DecisionChange[] => {
  const { organizationId, at, scopes, expiresInDays } = decision;
  return [
    {
      change: 'update',
      record: 'deviceLogin',
      id: { deviceHash },
      set: { state, decision },
      when: [{ field: 'state', is: 'equal', value: before }],
      onConflict: () => new DeviceConflict('the login of the command line'),
    },
    auditEvent({
      organizationId,
      actor: actorOf(decision),
      at,
      action: `device_login.${state}`,
      cause: deviceHash,
      ...(scopes && { after: { scopes, ...(expiresInDays !== undefined && { expiresInDays }) } }),
    }),
  ];
};

/**
 * Approves the login of a command line. Its token is made when the command line requests it, so that no token exists
 * that nobody fetched. A second approval gets the first response.
 * @throws Problem user_code_not_found, insufficient_scope, validation_failed or conflict.
 */
export const approveDeviceLogin = (
  { caller, approval }: { caller: Caller; approval: DeviceApproval },
  facts: { login: DeviceLogin | undefined; organization: Organization; tokens: readonly Token[] },
  now: Instant,
): { decision: DeviceDecision; changes: DecisionChange[] } => {
  const login = requireOpen(facts.login, caller, now);
  if (login.state === 'denied') throw userCodeNotFound();
  if (login.decision) return { decision: login.decision, changes: [] };
  const { scopes: asked, expiresInDays: days } = approval;
  requireScopes(caller, asked);
  const { accessPolicy: policy } = facts.organization;
  tokenEnd({ kind: 'personal', days }, { policy, parent: undefined, now });
  requireRoom(facts.tokens, caller.personId, now);
  const decision: DeviceDecision = {
    ...by(caller, now),
    scopes: allScopes.filter((scope) => asked.includes(scope)),
    ...(days !== undefined && { expiresInDays: days }),
  };
  return { decision, changes: decide(login, { state: 'approved', decision }) };
};

/**
 * Denies the login of a command line, including one that the same person approved and that has no token yet.
 * @throws Problem user_code_not_found
 */
export const denyDeviceLogin = (
  caller: Caller,
  found: DeviceLogin | undefined,
  now: Instant,
): DecisionChange[] => {
  const login = requireOpen(found, caller, now);
  if (login.state === 'denied') return [];
  return decide(login, { state: 'denied', decision: by(caller, now) });
};
