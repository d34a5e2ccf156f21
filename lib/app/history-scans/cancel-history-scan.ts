import { cancelHistory } from '@scangate/domain/history-scans/cancel-history';
import { historyScanView } from '@scangate/domain/history-scans/history-view';
import { phaseOf } from '@scangate/domain/history-scans/resume-history';
import type { Caller } from '@scangate/domain/identity/caller';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import { errorFields, type Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadHistoryScan } from './load-history-scan.ts';

interface CancelPorts {
  store: Pick<Store<'historyScan' | 'auditEvent', 'historyScan'>, 'get' | 'commit'>;
  historyWorkflow: HistoryStarter;
  log: Log;
}

interface CancelRequest {
  caller: Caller;
  repositoryId: string;
  historyScanId: string;
}

/**
 * Cancels a history scan. A quote ends at once; a running scan is ended by an execution of its own, which tracks the
 * findings so far and refunds the parts that were not scanned. Canceling it again changes nothing.
 * @throws Problem history_scan_not_found, or conflict when it has ended in another way.
 */
export const cancelHistoryScan = async (
  { caller, repositoryId, historyScanId }: CancelRequest,
  { store, historyWorkflow, log }: CancelPorts,
  now: Date,
): Promise<ReturnType<typeof historyScanView>> => {
  const { organizationId } = caller;
  const ref = { organizationId, repositoryId, historyScanId };
  const scan = await retryOnConflict(limits.historyScan, async () => {
    const canceled = cancelHistory(await loadHistoryScan(ref, store), caller, now);
    if (canceled.changes.length > 0) await commitOrThrow(store, canceled.changes);
    return canceled.scan;
  });
  if (scan.status === 'running')
    try {
      await historyWorkflow.start({ ...ref, phase: phaseOf(scan), attempt: scan.attempts });
    } catch (error) {
      const fields = { historyScanId, ...errorFields(error) };
      log.warn('a canceled history scan was not ended; the sweep will end it', fields);
    }
  return historyScanView(scan);
};
