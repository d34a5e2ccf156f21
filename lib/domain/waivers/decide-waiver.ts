import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { AuditAction } from '../audit/audit-event.ts';
import { managers } from '../identity/roles.ts';
import { Problem } from '../problem.ts';
import type { Instant, Waiver } from '../records.ts';
import { checkApproval } from './check-waiver.ts';
import { auditedWaiver, type WaiverChange } from './plan-waiver.ts';
import { queueEnd } from './rejudge-queue.ts';
import { alreadyFree, WaiverConflict } from './waiver-slots.ts';

/** A waiver after a decision, and the changes to write. */
export interface DecidedWaiver {
  waiver: Waiver;
  changes: WaiverChange[];
}

interface Decision {
  caller: Actor;
  waiver: Waiver;
  now: Instant;
}

const conflict = (detail: string): Problem => new Problem('conflict', { detail });

const actions: Record<Exclude<Waiver['status'], 'requested'>, AuditAction> = {
  approved: 'waiver.approved',
  rejected: 'waiver.rejected',
  withdrawn: 'waiver.withdrawn',
  replaced: 'waiver.withdrawn',
};

/**
 * Writes a waiver's new state to its record and its slot, on the condition that the state has not changed since it
 * was read.
 */
const moveTo = (
  { caller, waiver, now }: Decision,
  change: Pick<Waiver, 'approvedAt' | 'approvedBy' | 'endedAt' | 'endedBy'> & {
    status: Exclude<Waiver['status'], 'requested'>;
  },
): DecidedWaiver => {
  const { dueQueue: _queue, dueAt: _due, ...stored } = waiver;
  const changed: Waiver = { ...stored, ...change };
  const { organizationId, waiverId, slot } = waiver;
  const isEnded = change.endedAt !== undefined;
  return {
    waiver: changed,
    changes: [
      {
        change: 'update',
        record: 'waiver',
        id: { organizationId, waiverId },
        set: { ...change, ...queueEnd(changed) },
        when: [{ field: 'status', is: 'equal', value: waiver.status }],
        onConflict: () => new WaiverConflict(),
      },
      {
        change: 'update',
        record: 'waiverSlot',
        id: { organizationId, slot },
        set: { waiver: changed, ...(isEnded && { freeAt: alreadyFree }) },
        when: [{ field: 'waiverId', is: 'equal', value: waiverId }],
        onConflict: () => new WaiverConflict(),
      },
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: now,
        action: actions[change.status],
        cause: `${waiverId}#${change.status}`,
        target: waiverId,
        before: { status: waiver.status },
        after: auditedWaiver(changed),
      }),
    ],
  };
};

/**
 * Ends the waiver that a renewal replaces, so that only one renewal can follow it. An expired waiver no longer has a
 * slot, which may belong to another one.
 */
export const replaceWaiver = (decision: Decision): WaiverChange[] => {
  const { caller, waiver, now } = decision;
  if (waiver.status !== 'approved') return [];
  const { changes } = moveTo(decision, { status: 'replaced', endedAt: now, endedBy: caller.personId });
  return waiver.expiresAt <= now ? changes.filter(({ record }) => record !== 'waiverSlot') : changes;
};

const requireOpenRequest = ({ waiver, now }: Decision): void => {
  if (waiver.status !== 'requested') throw conflict(`The waiver is ${waiver.status}.`);
  if (waiver.expiresAt <= now) throw conflict('The requested waiver has expired.');
};

/**
 * Approves a requested waiver. An approved one is left unchanged, so that a repeated request changes nothing.
 * @param gate the current policy, and the waiver that is renewed, which ends with the approval.
 * @throws Problem other_person_required for the person who requested it, waiver_not_permitted or conflict.
 */
export const approveWaiver = (
  decision: Decision,
  { policy, renewed }: { policy: GatePolicy; renewed?: Waiver | undefined },
): DecidedWaiver => {
  const { caller, waiver, now } = decision;
  if (waiver.status === 'approved') return { waiver, changes: [] };
  requireOpenRequest(decision);
  if (renewed && renewed.status !== 'approved')
    throw conflict(`The waiver that it renews is ${renewed.status}.`);
  checkApproval(waiver, policy, now);
  if (waiver.createdBy === caller.personId)
    throw new Problem('other_person_required', {
      detail: 'Another owner or admin has to approve your request.',
    });
  const approved = moveTo(decision, { status: 'approved', approvedAt: now, approvedBy: caller.personId });
  const replaced = renewed ? replaceWaiver({ caller, waiver: renewed, now }) : [];
  return { waiver: approved.waiver, changes: [...approved.changes, ...replaced] };
};

/**
 * Rejects a requested waiver. A rejected one is left unchanged.
 * @throws Problem conflict
 */
export const rejectWaiver = (decision: Decision): DecidedWaiver => {
  const { caller, waiver, now } = decision;
  if (waiver.status === 'rejected') return { waiver, changes: [] };
  requireOpenRequest(decision);
  return moveTo(decision, { status: 'rejected', endedAt: now, endedBy: caller.personId });
};

/** @throws Problem role_required: other people can only withdraw their own request, until it is approved. */
const requireWithdrawable = ({ caller, waiver }: Decision): void => {
  const isOwnRequest = waiver.createdBy === caller.personId && waiver.status !== 'approved';
  if (managers.includes(caller.role) || isOwnRequest) return;
  throw new Problem('role_required', {
    detail: 'Only owners and admins can withdraw waivers; others can withdraw their own requests.',
    roles: managers,
  });
};

/**
 * Withdraws a waiver, or the request for one. One that has ended or expired is left unchanged.
 * @throws Problem role_required
 */
export const withdrawWaiver = (decision: Decision): DecidedWaiver => {
  const { caller, waiver, now } = decision;
  requireWithdrawable(decision);
  if (waiver.endedAt !== undefined || waiver.expiresAt <= now) return { waiver, changes: [] };
  return moveTo(decision, { status: 'withdrawn', endedAt: now, endedBy: caller.personId });
};

/** @throws Problem conflict for a waiver that cannot be renewed: it was never approved, or it has ended. */
export const requireRenewable = ({ status }: Waiver): void => {
  if (status !== 'approved') throw conflict(`The waiver is ${status}; only an approved one can be renewed.`);
};
