import { addMs, dayMs } from '@scangate/domain/instant';
import { trendViews } from '@scangate/domain/tracking/trends';
import { listAll, type Store } from '#ports/store.ts';

/** A trend has about 200 bytes, so that a page of 1 MB has years. */
const pageLimit = 5000;

/** Loads the trends of the last days, today included. The open findings of a day are the sum of all changes up to it. */
export const loadTrends = async (
  { organizationId, days }: { organizationId: string; days: number },
  store: Pick<Store<'trend'>, 'list'>,
  now: Date,
) => {
  const trends = await Array.fromAsync(
    listAll(store, { list: 'trends', owner: { organizationId }, limit: pageLimit }),
  );
  const shown = Array.from({ length: days }, (_, index) =>
    addMs(now, (index - days + 1) * dayMs).slice(0, 10),
  );
  return trendViews(trends, shown);
};
