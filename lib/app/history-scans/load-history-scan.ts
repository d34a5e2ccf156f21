import { Problem } from '@scangate/domain/problem';
import type { HistoryScan } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import type { HistoryRef } from './history-objects.ts';

/** Loads a history scan of the organization. @throws Problem history_scan_not_found */
export const loadHistoryScan = async (
  { organizationId, repositoryId, historyScanId }: HistoryRef,
  store: Pick<Store<'historyScan'>, 'get'>,
): Promise<HistoryScan> => {
  const id = { organizationId, repositoryId, historyScanId };
  const scan = await store.get('historyScan', id, { consistent: true });
  if (!scan) throw new Problem('history_scan_not_found');
  return scan;
};
