import { resumeHistory } from '@scangate/domain/history-scans/quote-history';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type StoreReader } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';
import { endHistoryWork, type EndHistoryPorts } from './end-history.ts';
import type { HistoryRef } from './history-objects.ts';

interface SweepPorts extends EndHistoryPorts {
  store: EndHistoryPorts['store'] & Pick<StoreReader<'historyScan'>, 'listDue'>;
  historyWorkflow: HistoryStarter;
  log: Log;
}

const sweep = async (
  { organizationId, repositoryId, historyScanId }: HistoryRef,
  { historyWorkflow, ...ports }: SweepPorts,
  now: Date,
): Promise<void> => {
  const id = { organizationId, repositoryId, historyScanId };
  const scan = await ports.store.get('historyScan', id, { consistent: true });
  if (!scan || (scan.status !== 'quoting' && scan.status !== 'running')) return;
  if ((scan.dueAt ?? '') > now.toISOString()) return;
  const resumed = resumeHistory(scan, now);
  if (resumed === 'end') return endHistoryWork({ ...id, failed: true }, ports, { now });
  await commitOrThrow(ports.store, resumed.changes);
  const phase = scan.status === 'quoting' ? 'quote' : 'look';
  await historyWorkflow.start({ ...id, phase, attempt: resumed.attempt });
};

/**
 * Starts history scans whose execution was lost once more, where they go on from what is done; ends those that were lost
 * again, with the refund of what nobody looked at.
 */
export const sweepHistoryScans = async (
  ports: SweepPorts,
  { now, signal }: RunContext,
): Promise<{ examined: number }> => {
  const work = (ref: HistoryRef) => sweep(ref, ports, now);
  const queue = { record: 'historyScan', range: { through: now.toISOString() }, atOnce: 2, work } as const;
  const { examined } = await workThroughQueue(queue, ports, signal);
  return { examined };
};
