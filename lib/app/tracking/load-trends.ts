import { trendDays } from '@scangate/domain/tracking/trend-days';
import { trendViews } from '@scangate/domain/tracking/trends';
import { listAll, type Store } from '#ports/store.ts';
import { loadRepository } from '../repositories/load-repository.ts';

/** A trend has about 200 bytes, so that a page of 1 MB has years. */
const pageLimit = 5000;

type TrendsReader = Pick<Store<'trend' | 'repositoryTrend' | 'repository'>, 'list' | 'get'>;

interface TrendsRequest {
  organizationId: string;
  /** One repository; all of them without it. */
  repositoryId?: string | undefined;
  /** The number of days, if `from` is not given. */
  days: number;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Loads the trends of days. The open findings of a day are the sum of all changes up to it.
 * @throws Problem invalid_query or repository_not_found.
 */
export const loadTrends = async (
  { organizationId, repositoryId, ...range }: TrendsRequest,
  store: TrendsReader,
  now: Date,
) => {
  const days = trendDays(range, now);
  if (repositoryId === undefined) {
    const all = listAll(store, { list: 'trends', owner: { organizationId }, limit: pageLimit });
    return trendViews(await Array.fromAsync(all), days);
  }
  const owner = { organizationId, repositoryId };
  await loadRepository(owner, store);
  const own = listAll(store, { list: 'repositoryTrends', owner, limit: pageLimit });
  return trendViews(await Array.fromAsync(own), days);
};
