import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { managers } from '../identity/roles.ts';
import type { Instant, Waiver, WaiverSlot } from '../records.ts';
import type { WaiverRequest } from './check-waiver.ts';
import { queueEnd } from './rejudge-queue.ts';
import { WaiverConflict } from './waiver-slots.ts';

export type WaiverChange = Change<'waiver' | 'waiverSlot' | 'auditEvent'>;

/** The facts of a new waiver. */
export interface NewWaiver {
  organizationId: string;
  caller: Actor;
  request: WaiverRequest;
  policy: GatePolicy;
  waiverId: string;
  /** A free slot. */
  slot: number;
  kind?: Waiver['kind'];
  /** The waiver that it renews. */
  renews?: Waiver;
}

/**
 * An owner or admin sets a waiver in force alone, unless the policy requires four eyes. Everybody else requests one.
 */
export const isInForce = ({ role }: Actor, { waiverApproval = 'single' }: GatePolicy): boolean =>
  managers.includes(role) && waiverApproval === 'single';

/** Makes the record of a new waiver. */
export const newWaiver = (fresh: NewWaiver, now: Instant): Waiver => {
  const { organizationId, caller, request, policy, waiverId, slot, kind = 'manual', renews } = fresh;
  const approval = !request.requestOnly &&
    isInForce(caller, policy) && { approvedAt: now, approvedBy: caller.personId };
  return {
    organizationId,
    waiverId,
    kind,
    match: request.match,
    scope: request.scope ?? {},
    reason: request.reason,
    status: approval ? 'approved' : 'requested',
    version: (renews?.version ?? 0) + 1,
    ...(renews && { renews: renews.waiverId }),
    slot,
    createdAt: now,
    createdBy: caller.personId,
    ...approval,
    expiresAt: request.expiresAt,
  };
};

/** Writes a new waiver and its slot, on the condition that the slot is free. */
export const storeWaiver = (waiver: Waiver, now: Instant): Change<'waiver' | 'waiverSlot'>[] => {
  const { organizationId, slot, waiverId, expiresAt: freeAt } = waiver;
  const item: WaiverSlot = { organizationId, slot, waiverId, freeAt, waiver };
  return [
    { change: 'insert', record: 'waiver', item: { ...waiver, ...queueEnd(waiver) } },
    {
      change: 'insert',
      record: 'waiverSlot',
      item,
      replaceIf: [{ field: 'freeAt', is: 'atMost', value: now }],
      onConflict: () => new WaiverConflict(),
    },
  ];
};

/**
 * Records that the waivers in force changed, so that the next scan of a commit is judged by them. Nothing for
 * waivers that were never in force.
 */
export const markWaivers = (waivers: readonly Waiver[]): Change<'organization'>[] => {
  const changed = waivers.find(({ approvedAt }) => approvedAt !== undefined);
  if (!changed) return [];
  const { organizationId, waiverId, status } = changed;
  const waiversMark = `${waiverId}#${status}`;
  return [{ change: 'update', record: 'organization', id: { organizationId }, set: { waiversMark } }];
};

/** Returns the part of a waiver that an audit event shows. */
export const auditedWaiver = (waiver: Waiver): Record<string, unknown> => {
  const { kind, match, scope, reason, status, version, renews, expiresAt } = waiver;
  return { kind, match, scope, reason, status, version, ...(renews && { renews }), expiresAt };
};

/** Plans a new waiver: its record, its slot and the audit event. */
export const planWaiver = (fresh: NewWaiver, now: Instant): { waiver: Waiver; changes: WaiverChange[] } => {
  const waiver = newWaiver(fresh, now);
  const { organizationId, waiverId, status } = waiver;
  const event = auditEvent({
    organizationId,
    actor: actorOf(fresh.caller),
    at: now,
    action: status === 'approved' ? 'waiver.approved' : 'waiver.requested',
    cause: waiverId,
    target: waiverId,
    after: auditedWaiver(waiver),
  });
  return { waiver, changes: [...storeWaiver(waiver, now), event] };
};
