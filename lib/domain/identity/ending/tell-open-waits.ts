import { derivedId } from '@scangate/engines/model/digest';
import type { Change } from '@scangate/domain/record-changes';
import { queueShard } from '@scangate/domain/due-queue';
import { addMs, dayMs } from '@scangate/domain/instant';
import {
  activeStatuses,
  type EndedCredentials,
  type Instant,
  type WaiterLease,
} from '@scangate/domain/records';

/**
 * Within this time an authorized wait has registered its lease, or it checks its credential again once it has. So a list of
 * the leases that is read this much later has every wait.
 */
export const placeWithinMs = 5_000;

/** The commit of a change is over by then: no function that ends credentials may run for longer. */
const commitWithinMs = 30_000;

/**
 * Records that credentials of an organization end by the transaction that it joins, so that every wait that was begun
 * with one is told, whatever is cut off. It never refuses that transaction.
 * @param cause names what ended.
 */
export const endCredentials = (
  organizationId: string,
  cause: string,
  now: Instant,
): Change<'endedCredentials'> => {
  const endId = derivedId('ended', organizationId, cause, now);
  return {
    change: 'insert',
    record: 'endedCredentials',
    item: {
      organizationId,
      endId,
      endedAt: now,
      expiresAt: addMs(now, dayMs),
      dueQueue: queueShard('endedCredentials', endId),
      dueAt: addMs(now, commitWithinMs + placeWithinMs),
    },
    replaceIf: [{ field: 'endedAt', is: 'present' }],
  };
};

/** Marks that every wait affected by the end was notified. */
export const waitsAreTold = ({
  organizationId,
  endId,
}: Pick<EndedCredentials, 'organizationId' | 'endId'>): Change<'endedCredentials'> => ({
  change: 'update',
  record: 'endedCredentials',
  id: { organizationId, endId },
  unset: ['dueQueue', 'dueAt'],
});

/**
 * Tells the waits of an organization, by the scans that they look at, that one of their credentials may have ended. Each
 * then looks at its own.
 */
export const tellWaits = (leases: readonly WaiterLease[], now: Instant): Change<'scan'>[] => {
  const open = leases.filter(({ expiresAt }) => expiresAt > now);
  const scans = new Map(
    open.flatMap(({ organizationId, scanId }) => (scanId ? [[scanId, organizationId]] : [])),
  );
  return [...scans].map(([scanId, organizationId]) => ({
    change: 'update',
    record: 'scan',
    id: { organizationId, scanId },
    set: { credentialsEndedAt: now },
    when: [{ field: 'status', is: 'oneOf', value: activeStatuses }],
  }));
};
