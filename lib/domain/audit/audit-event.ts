import type { Change } from '../record-changes.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { changedFields } from '../record-difference.ts';
import type { AuditEvent, Instant } from '../records.ts';
import type { Caller } from '../identity/caller.ts';

/** The actions that the audit log records. The names are a contract: the list grows, and no name changes. */
export const auditActions = [
  'gate.changed',
  'gate.proposed',
  'rules.changed',
  'waiver.requested',
  'waiver.approved',
  'waiver.rejected',
  'waiver.withdrawn',
  'vex.imported',
  'finding.changed',
  'advisory.matched',
  'finding.introduced',
  'token.issued',
  'token.revoked',
  'device_login.approved',
  'device_login.denied',
  'member.added',
  'member.changed',
  'member.removed',
  'member.left',
  'token.handed_over',
  'session.started',
  'session.ended',
  'session.refused',
  'invitation.created',
  'invitation.withdrawn',
  'invitation.accepted',
  'access.refused',
  'oidc.rule_created',
  'oidc.rule_changed',
  'oidc.rule_removed',
  'oidc.exchanged',
  'oidc.refused',
  'sso.changed',
  'sso.removed',
  'domain.added',
  'domain.verified',
  'domain.lost',
  'domain.removed',
  'directory.user_changed',
  'directory.group_changed',
  'organization.created',
  'organization.changed',
  'organization.exported',
  'organization.closing',
  'organization.restored',
  'webhook.created',
  'webhook.changed',
  'webhook.removed',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.redelivered',
  'webhook.disabled',
  'integration.created',
  'integration.changed',
  'integration.removed',
  'integration.tested',
  'integration.disabled',
  'history_scan.quoted',
  'history_scan.started',
  'history_scan.cancelled',
  'auditor_pack.requested',
  'auditor_pack.link_created',
  'auditor_pack.link_revoked',
  'auditor_pack.opened',
  'bundle.created',
  'bundle.changed',
  'bundle.removed',
  'bundle.released',
  'bundle.support_extended',
  'bundle.affected',
  'repository.connected',
  'repository.disconnected',
  'repository.changed',
  'plan.started',
  'plan.changed',
  'plan.ended',
  'plan.change_scheduled',
  'plan.change_undone',
  'auto_renew.changed',
  'licenses.added',
  'sast_addon.started',
  'sast_addon.cancelled',
  'sast_addon.resumed',
  'sast_addon.ended',
  'payment.failed',
  'payment.resolved',
  'retention.changed',
  'auto_recharge.changed',
  'auto_recharge.charged',
  'auto_recharge.failed',
  'checkout.opened',
  'pack_checkout.opened',
  'coupon.applied',
  'charge.refunded',
  'charge.disputed',
  'credits.adjusted',
  'credits.promotion_granted',
  'credits.pack_refunded',
  'credits.pack_refund_refused',
  'budget.changed',
  'billing_details.changed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The part of a caller that an event names. */
export type Actor = Pick<Caller, 'personId' | 'role' | 'tokenId'>;

/** The person of a request as the actor of an audit event. */
export const actorOf = ({ personId, role, tokenId }: Actor): AuditEvent['actor'] => ({
  kind: 'person',
  personId,
  role,
  tokenId,
});

/** The same person as the actor in an organization, which learns nothing of another one from which they act. */
export const actorIn = (
  organizationId: string,
  caller: Actor & Pick<Caller, 'organizationId'>,
): AuditEvent['actor'] =>
  organizationId === caller.organizationId ? actorOf(caller) : { kind: 'person', personId: caller.personId };

/**
 * Returns the change that records an action. It joins the transaction of the action, so that a refused one, or one that
 * changes nothing, has no event (docs/adr/0029-audit-events.md). It never holds a secret.
 * @param cause identifies what happened. The same organization, action and cause give the same event id.
 * @param onConflict makes the error for an event that already exists, for actions that can share a cause and an
 * instant.
 */
export const auditEvent = ({
  cause,
  onConflict,
  ...event
}: Omit<AuditEvent, 'eventId'> & {
  cause: string;
  at: Instant;
  onConflict?: () => Error;
}): Extract<Change<'auditEvent'>, { change: 'insert' }> => ({
  change: 'insert',
  record: 'auditEvent',
  item: { ...event, eventId: derivedId('audit', event.organizationId, event.action, cause) },
  ...(onConflict && { onConflict }),
});

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Returns the fields in which two views differ, on both sides. Of nested objects, only the nested fields that differ
 * are kept.
 */
export const diffFields = (before: Fields, after: Fields): { before: Fields; after: Fields } => {
  const changed = { before: {} as Fields, after: {} as Fields };
  for (const name of changedFields(before, after)) {
    const [old, current] = [before[name], after[name]];
    const nested = isFields(old) && isFields(current);
    const inner = nested ? diffFields(old, current) : { before: old, after: current };
    if (inner.before !== undefined) changed.before[name] = inner.before;
    if (inner.after !== undefined) changed.after[name] = inner.after;
  }
  return changed;
};

/** An event as the API shows it. */
export const auditEventView = ({ eventId, at, action, actor, target, before, after }: AuditEvent) => ({
  eventId,
  at,
  action,
  actor,
  ...(target !== undefined && { target }),
  ...(before && { before }),
  ...(after && { after }),
});
