import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { Problem, type ProblemCode } from '@scangate/domain/problem';
import type { Account, Instant, Member, Organization, Token } from '@scangate/domain/records';
import { requireCapability } from '@scangate/domain/plans/plans';
import { planAt } from '@scangate/domain/plans/entitlements';
import { issueToken, storeToken } from '../issue-token.ts';
import { scopesOfRole } from '../roles.ts';
import { requireRoom } from '../token-limits.ts';
import type { DeviceDecision, DeviceLogin } from './device-records.ts';

/** The name of a token that a command line got by logging in, as lists show it. */
const tokenName = 'Command line';
/** A poll may be this much too early, since latency varies. */
const leewayMs = 1_000;
const slowerBySeconds = 5;
const slowestSeconds = 60;

/** Thrown when another poll, or the person's decision, came first. */
class PollConflict extends Conflict {}

const refused = (code: ProblemCode, detail: string) => new Problem(code, { detail });

/** One response for a device code that is unknown, expired or used. */
export const expiredToken = (): Problem =>
  refused('expired_token', 'The device code is no longer valid. Run `scangate login` again.');

/**
 * The error for an approval that gives no token, because something that it depends on is gone.
 * @param detail names it.
 */
export const accessDenied = (detail: string): Problem => refused('access_denied', detail);

/** Makes the error for a poll that has to wait; it states the time between two polls. */
const waits = (code: 'authorization_pending' | 'slow_down', interval: number): Problem =>
  new Problem(code, {
    detail:
      code === 'slow_down' ? `Poll at most every ${interval} seconds.` : 'The person has not decided yet.',
    interval,
  });

/** The change by which a poll is counted. It conflicts when another poll or a decision came first. */
export const pollOf = (
  { deviceHash, state, polledAt }: DeviceLogin,
  set: Partial<DeviceLogin>,
  now: Instant,
): Change<'deviceLogin'> => ({
  change: 'update',
  record: 'deviceLogin',
  id: { deviceHash },
  set: { polledAt: now, ...set },
  when: [
    { field: 'state', is: 'equal', value: state },
    polledAt === undefined
      ? { field: 'polledAt', is: 'absent' }
      : { field: 'polledAt', is: 'equal', value: polledAt },
  ],
  onConflict: () => new PollConflict('the login of the command line'),
});

/** The response to a poll: an error that makes the command line wait or stop, or the decision that grants a token. */
export type Poll =
  | { problem: Problem; changes: Change<'deviceLogin'>[] }
  | { decision: DeviceDecision; isGranted: boolean };

/**
 * Decides about a poll. A poll that comes too early is answered before anything else, and the command line has to
 * wait longer from then on.
 */
export const decidePoll = (login: DeviceLogin | undefined, now: Instant): Poll => {
  if (!login || login.expiresAt <= now) return { problem: expiredToken(), changes: [] };
  const { polledAt, intervalSeconds, state, decision } = login;
  const isEarly =
    polledAt !== undefined && Date.parse(now) - Date.parse(polledAt) < intervalSeconds * 1000 - leewayMs;
  if (isEarly) {
    const slower = Math.min(slowestSeconds, intervalSeconds + slowerBySeconds);
    return {
      problem: waits('slow_down', slower),
      changes: [pollOf(login, { intervalSeconds: slower }, now)],
    };
  }
  if (state === 'denied')
    return { problem: accessDenied('The person denied the login.'), changes: [pollOf(login, {}, now)] };
  if (!decision)
    return { problem: waits('authorization_pending', intervalSeconds), changes: [pollOf(login, {}, now)] };
  return { decision, isGranted: state === 'granted' };
};

/** The records that a grant depends on, at the moment of the poll. */
export interface GrantFacts {
  organization: Organization | undefined;
  member: Member | undefined;
  account: Account | undefined;
  /** The tokens that the people of the organization issued. */
  tokens: readonly Token[];
}

type Live = GrantFacts & { organization: Organization; member: Member };

/** @throws Problem access_denied when the person left, or the organization lost API access, since the approval. */
const requireLive = (decision: DeviceDecision, facts: GrantFacts, now: Instant): Live => {
  const { organization, member, account } = facts;
  const isMember = member && member.removedAt === undefined && member.joinedAt <= decision.at;
  if (!organization || organization.closing || !isMember)
    throw accessDenied('The person is no longer a member of the organization.');
  if (!account) throw new Error('the billing account is missing');
  requireCapability(planAt(account, now), 'api');
  return { ...facts, organization, member };
};

/**
 * Makes the token of an approved login, by the current rules for any personal token: the token cannot do what the
 * person no longer may.
 * @param order.random follows from the device code.
 * @throws Problem as for personal tokens.
 */
export const grantDeviceToken = (
  decision: DeviceDecision,
  given: GrantFacts,
  { tokenId, random, now }: { tokenId: string; random: Uint8Array; now: Instant },
): {
  secret: string;
  token: Token;
  organization: Organization;
  changes: Change<'token' | 'auditEvent'>[];
} => {
  const { organization, member, tokens } = requireLive(decision, given, now);
  const { organizationId, billingAccountId, personId, expiresInDays } = decision;
  const { role } = member;
  const ofRole = scopesOfRole(role);
  const scopes = (decision.scopes ?? []).filter((scope) => ofRole.includes(scope));
  if (scopes.length === 0) throw accessDenied('The role of the person allows none of the approved scopes.');
  requireRoom(tokens, personId, now);
  const { secret, token } = issueToken({
    request: { kind: 'personal', name: tokenName, scopes, expiresInDays },
    issuer: {
      organizationId,
      billingAccountId,
      personId,
      role,
      scopes: ofRole,
      policy: organization.accessPolicy,
    },
    tokenId,
    random,
    now,
  });
  return { secret, token, organization, changes: storeToken({ ...decision, role }, token) };
};
