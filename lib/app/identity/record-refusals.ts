import { dropRefusal, recordRefusal } from '@scangate/domain/audit/audit-refusal';
import type { RecordKeys } from '@scangate/domain/record-changes';
import type { Log } from '#ports/log.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';

export interface RefusalPorts {
  store: Pick<StoreReader<'refusal'>, 'get' | 'listDue'> &
    Pick<Store<'refusal' | 'auditEvent' | 'organization'>, 'commit'>;
  log: Log;
}

/** Writes the events of refusals that endpoints recorded. Interrupted or concurrent runs write each event once. */
export const recordRefusals = async (
  ports: RefusalPorts,
  { now, signal }: RunContext,
): Promise<{ recorded: number }> => {
  const { store } = ports;
  let recorded = 0;
  const work = async (id: RecordKeys['refusal']): Promise<void> => {
    const refusal = await store.get('refusal', id, { consistent: true });
    if (!refusal?.dueQueue) return;
    const failed = await store.commit(recordRefusal(refusal));
    if (!failed) recorded++;
    // Of an erased organization no event is written. Any other failed condition means that another run wrote the event.
    else if (failed.change.record === 'organization') await store.commit([dropRefusal(refusal)]);
  };
  const range = { through: now.toISOString() };
  await workThroughQueue({ record: 'refusal', range, atOnce: 4, work }, ports, signal);
  return { recorded };
};
