import { failQuote } from '@scangate/domain/history-scans/quote-history';
import { phaseOf, putOff, resumeHistory } from '@scangate/domain/history-scans/resume-history';
import type { HistoryScan } from '@scangate/domain/records';
import { crashed } from '@scangate/engines/model/failure';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type StoreReader } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';
import { concludeHistory, type ConcludePorts } from './conclude-history.ts';
import { endQuoting } from './end-quoting.ts';
import type { HistoryRef } from './history-objects.ts';

interface SweepPorts extends ConcludePorts {
  store: ConcludePorts['store'] & Pick<StoreReader<'historyScan'>, 'listDue'>;
  historyWorkflow: HistoryStarter;
  log: Log;
}

/** Ends a history scan whose executions were all lost, and refunds all of it. */
const giveUp = async (scan: HistoryScan, ports: SweepPorts, now: Date): Promise<void> => {
  await commitOrThrow(ports.store, [putOff(scan, now)]);
  ports.log.error('a history scan was given up', { historyScanId: scan.historyScanId });
  if (scan.status === 'quoting') return endQuoting(failQuote(scan, crashed, now), ports.store);
  const nothing = { partsDone: 0, secrets: 0, gone: 0, gaps: [], news: [] };
  return concludeHistory(scan, nothing, { ports, now });
};

const sweep = async (
  { organizationId, repositoryId, historyScanId }: HistoryRef,
  ports: SweepPorts,
  now: Date,
): Promise<void> => {
  const id = { organizationId, repositoryId, historyScanId };
  const scan = await ports.store.get('historyScan', id, { consistent: true });
  if (!scan || (scan.status !== 'quoting' && scan.status !== 'running')) return;
  if ((scan.dueAt ?? '') > now.toISOString()) return;
  const resumed = resumeHistory(scan, now);
  if (!resumed) return giveUp(scan, ports, now);
  await commitOrThrow(ports.store, resumed.begun);
  const { attempts: attempt } = resumed.scan;
  await ports.historyWorkflow.start({ ...id, phase: phaseOf(scan), attempt });
  await commitOrThrow(ports.store, resumed.started);
};

/**
 * Restarts history scans whose execution was lost, which continue from their progress, and then starts executions
 * that only end them with their results. It does none of their work itself: a scan that it cannot start any more is
 * ended and refunded.
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
