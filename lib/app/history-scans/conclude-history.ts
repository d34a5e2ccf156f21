import type { Change } from '@scangate/domain/record-changes';
import { endHistory, type HistoryOutcome } from '@scangate/domain/history-scans/end-history';
import type { HistoryScan } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadPools } from '../scans/workflow/load-pools.ts';

export interface ConcludePorts {
  store: Pick<
    Store<
      'historyScan' | 'organization' | 'pool' | 'ledgerEntry' | 'clientUsage' | 'storedEvent',
      'historyScan' | 'organization' | 'pool'
    >,
    'get' | 'load' | 'commit'
  >;
}

/** The outcome of a history scan, and the events about its findings. */
export interface Concluded extends HistoryOutcome {
  news: readonly Change<'storedEvent'>[];
}

/**
 * Ends a running history scan and refunds the parts that were not scanned, in one transaction, which succeeds only
 * once.
 */
export const concludeHistory = (
  { organizationId, repositoryId, historyScanId, billingAccountId }: HistoryScan,
  { news, ...outcome }: Concluded,
  { ports: { store }, now }: { ports: ConcludePorts; now: Date },
): Promise<void> =>
  retryOnConflict(limits.endScan, async () => {
    const id = { organizationId, repositoryId, historyScanId };
    const current = await store.get('historyScan', id, { consistent: true });
    const organization = await store.get('organization', { organizationId }, { consistent: true });
    if (current?.status !== 'running' || !organization) return;
    const pools = await loadPools(billingAccountId, store);
    await commitOrThrow(store, [...endHistory(current, { outcome, pools, organization }, now), ...news]);
  });
