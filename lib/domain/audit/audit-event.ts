import type { Change } from '../change.ts';
import { derivedId } from '@scangate/engines/model/digest';
import type { AuditEvent, Instant } from '../records.ts';
import type { Caller } from '../identity/roles.ts';

/** Everything the audit log tells of. A name is a contract: it is added to, never renamed. */
export const auditActions = [
  'gate.changed',
  'token.issued',
  'token.revoked',
  'member.added',
  'member.changed',
  'member.removed',
  'repository.connected',
  'repository.disconnected',
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
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who acts with a credential. */
export type Actor = Pick<Caller, 'personId' | 'role' | 'tokenId'>;

export const actorOf = ({ personId, role, tokenId }: Actor): AuditEvent['actor'] => ({
  kind: 'person',
  personId,
  role,
  tokenId,
});

/**
 * The row that tells of a change; part of the transaction that makes it, and of none that changes nothing. Never
 * holds a secret.
 * @param cause names what happened, once: with it the event has the same id however often it is told.
 * @param onConflict what to say when the event is there, where two acts could have one cause at one instant.
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
  ...(onConflict && { onConflict: onConflict }),
});

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What changed of a view, as an event holds it: the fields that differ, also inside of fields, on both sides. */
export const diffFields = (before: Fields, after: Fields): { before: Fields; after: Fields } => {
  const changed = { before: {} as Fields, after: {} as Fields };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const inner = isFields(was) && isFields(is) ? diffFields(was, is) : { before: was, after: is };
    if (inner.before !== undefined) changed.before[name] = inner.before;
    if (inner.after !== undefined) changed.after[name] = inner.after;
  }
  return changed;
};

/** An event as its organization reads it. */
export const auditEventView = ({ eventId, at, action, actor, target, before, after }: AuditEvent) => ({
  eventId,
  at,
  action,
  actor,
  ...(target !== undefined && { target }),
  ...(before && { before }),
  ...(after && { after }),
});
