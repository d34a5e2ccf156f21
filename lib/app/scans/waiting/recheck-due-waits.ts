import type { RecordKeys } from '@scangate/domain/record-changes';
import { waitsAreRechecked } from '@scangate/domain/identity/revocation/end-credentials';
import type { Log } from '#ports/log.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { workThroughQueue } from '#app/jobs/work-through-queue.ts';
import { recheckOpenWaits } from './recheck-open-waits.ts';

export interface DueWaitsPorts {
  store: Pick<StoreReader<'endedCredentials'>, 'listDue'> &
    Pick<Store<'waiter', 'scan' | 'dedup' | 'endedCredentials'>, 'list' | 'commit'>;
  log: Log;
}

/**
 * Notifies the open waits of each organization whose credentials ended. Only now have all requests that had passed
 * the authorizer taken their slots, and the request that should have notified them at once may have been
 * interrupted.
 */
export const recheckDueWaits = async (
  ports: DueWaitsPorts,
  { now, signal }: RunContext,
): Promise<{ examined: number }> => {
  const { store } = ports;
  const told = new Map<string, Promise<void>>();
  const work = async ({ organizationId, endId }: RecordKeys['endedCredentials']): Promise<void> => {
    const telling = told.get(organizationId) ?? recheckOpenWaits(organizationId, store, now);
    told.set(organizationId, telling);
    await telling;
    await store.commit([waitsAreRechecked({ organizationId, endId })]);
  };
  const range = { through: now.toISOString() };
  const { examined } = await workThroughQueue(
    { record: 'endedCredentials', range, atOnce: 4, work },
    ports,
    signal,
  );
  return { examined };
};
