import type { Change } from '../record-changes.ts';
import { queueShard } from '../due-queue.ts';
import { hourOf, addMs, dayMs } from '../instant.ts';
import type { Caller } from '../identity/caller.ts';
import type { ProblemCode } from '../problem.ts';
import type { Instant, Refusal } from '../records.ts';
import { requireNotErased } from '../offboarding/require-not-erased.ts';
import { actorOf, auditEvent } from './audit-event.ts';

type Refused = Pick<Caller, 'organizationId' | 'personId' | 'role' | 'tokenId'>;

/** Returns the key that identifies all refusals of a person by an endpoint within an hour. */
export const refusalKey = (
  { organizationId, personId }: Pick<Refused, 'organizationId' | 'personId'>,
  { endpoint, at }: { endpoint: string; at: Instant },
): Pick<Refusal, 'organizationId' | 'personId' | 'endpoint' | 'hour'> => ({
  organizationId,
  personId,
  endpoint,
  hour: hourOf(at),
});

/**
 * Records that a person was refused, for a job that writes the event later: endpoints may insert these rows, but no
 * events. The first refusal of an hour represents all of them (docs/adr/0070-members-and-invitations.md).
 */
export const rememberRefusal = (
  caller: Refused,
  { endpoint, code, at }: { endpoint: string; code: ProblemCode; at: Instant },
): Change<'refusal'> => ({
  change: 'insert',
  record: 'refusal',
  item: {
    ...refusalKey(caller, { endpoint, at }),
    role: caller.role,
    tokenId: caller.tokenId,
    code,
    at,
    expiresAt: addMs(at, dayMs),
    dueQueue: queueShard('refusal', caller.personId),
    dueAt: at,
  },
});

/** Takes a refusal out of the queue. */
export const dropRefusal = (refusal: Refusal): Change<'refusal'> => {
  const { organizationId, personId, endpoint, hour } = refusal;
  return {
    change: 'update',
    record: 'refusal',
    id: { organizationId, personId, endpoint, hour },
    unset: ['dueQueue', 'dueAt'],
    when: [{ field: 'dueQueue', is: 'present' }],
  };
};

/** Writes the event of a refusal, once, and unless its organization is erased. */
export const recordRefusal = (refusal: Refusal): Change<'refusal' | 'auditEvent' | 'organization'>[] => {
  const { organizationId, personId, endpoint, hour, code, at } = refusal;
  return [
    requireNotErased(organizationId),
    dropRefusal(refusal),
    auditEvent({
      organizationId,
      actor: actorOf(refusal),
      at,
      action: 'access.refused',
      cause: `${personId}#${endpoint}#${hour}`,
      target: endpoint,
      after: { code },
    }),
  ];
};
