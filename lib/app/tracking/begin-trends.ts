import type { TrendRow } from '@scangate/domain/tracking/trends';
import type { Store } from '#ports/store.ts';

type TrendStore = Pick<Store<'trend' | 'repositoryTrend', 'trend' | 'repositoryTrend'>, 'get' | 'commit'>;

const uncounted = { pass: 0, fail: 0, error: 0 };
const when = [{ field: 'pass', is: 'absent' }] as const;

/** Makes sure that a row of trends is there to add to, with every number. Whoever comes second finds it. */
const beginTrend = async (row: TrendRow, store: TrendStore): Promise<void> => {
  const { organizationId, day } = row.item;
  if (row.record === 'trend') {
    const id = { organizationId, day };
    const found = await store.get('trend', id);
    if (!found) await store.commit([{ change: 'insert', record: 'trend', item: row.item }]);
    else if (found.pass === undefined)
      await store.commit([{ change: 'update', record: 'trend', id, set: uncounted, when: [...when] }]);
    return;
  }
  const id = { organizationId, day, repositoryId: row.item.repositoryId };
  if (await store.get('repositoryTrend', id)) return;
  await store.commit([{ change: 'insert', record: 'repositoryTrend', item: row.item }]);
};

/** Makes sure that rows of trends are there before a transaction adds to them. */
export const beginTrends = async (rows: readonly TrendRow[], store: TrendStore): Promise<void> => {
  await Promise.all(rows.map((row) => beginTrend(row, store)));
};
