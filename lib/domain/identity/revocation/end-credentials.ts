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
 * Within this time, an authorized wait has registered its lease, or checks its credential again as soon as it has. A
 * list of the leases that is read this much later therefore includes every wait.
 */
export const placeWithinMs = 5_000;

/** The commit of a change has finished by then: no function that ends credentials may run for longer. */
const commitWithinMs = 30_000;

/**
 * Records that credentials of an organization end by the transaction that it joins, so that every wait that began
 * with one of them is notified, even after a crash. It never refuses that transaction.
 * @param cause identifies the event that ends them.
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
export const waitsAreRechecked = ({
  organizationId,
  endId,
}: Pick<EndedCredentials, 'organizationId' | 'endId'>): Change<'endedCredentials'> => ({
  change: 'update',
  record: 'endedCredentials',
  id: { organizationId, endId },
  unset: ['dueQueue', 'dueAt'],
});

/**
 * Notifies the waits of an organization, by the scans that they follow and the rows that they look at, that one of their credentials may have
 * ended. Each then checks its own credential.
 */
export const recheckWaits = (leases: readonly WaiterLease[], now: Instant): Change<'scan' | 'dedup'>[] => {
  const open = leases.filter(({ expiresAt }) => expiresAt > now);
  const set = { credentialsEndedAt: now };
  const changes = new Map<string, Change<'scan' | 'dedup'>>();
  for (const { organizationId, scanId, dedup } of open) {
    if (scanId === undefined) continue;
    changes.set(scanId, {
      change: 'update',
      record: 'scan',
      id: { organizationId, scanId },
      set,
      when: [{ field: 'status', is: 'oneOf', value: activeStatuses }],
    });
    if (!dedup) continue;
    changes.set(`${scanId} ${dedup.digest}`, {
      change: 'update',
      record: 'dedup',
      id: { organizationId, ...dedup },
      set,
      when: [{ field: 'scanId', is: 'equal', value: scanId }],
    });
  }
  return [...changes.values()];
};
