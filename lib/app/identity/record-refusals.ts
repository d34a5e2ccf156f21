import { recordRefusal } from '@scangate/domain/audit/refusal';
import { queueShards } from '@scangate/domain/due-queue';
import { errorFields, type Log } from '#ports/log.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import type { RunContext } from '../jobs/run-context.ts';

export interface RefusalPorts {
  store: Pick<StoreReader<'refusal'>, 'get' | 'listDue'> & Pick<Store<'refusal' | 'auditEvent'>, 'commit'>;
  log: Log;
}

/** Writes the events of refusals that endpoints remembered. A run that is cut, or two at once, write each event once. */
export const recordRefusals = async (
  { store, log }: RefusalPorts,
  { now, signal }: RunContext,
): Promise<{ recorded: number }> => {
  const through = now.toISOString();
  let recorded = 0;
  for (const shard of queueShards) {
    for await (const { items } of dueQueuePages(store, { record: 'refusal', shard }, { through })) {
      for (const id of items) {
        if (signal.aborted) return { recorded };
        try {
          const refusal = await store.get('refusal', id, { consistent: true });
          // A failed condition means that another run wrote the event.
          if (refusal?.dueQueue && !(await store.commit(recordRefusal(refusal)))) recorded++;
        } catch (error) {
          log.error('a refusal could not be recorded', { endpoint: id.endpoint, ...errorFields(error) });
        }
      }
    }
  }
  return { recorded };
};
