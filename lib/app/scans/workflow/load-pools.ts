import type { Pools } from '@scangate/domain/credits/book-credit-refunds';
import type { Store } from '#ports/store.ts';

/** Loads the pools of an account as they are now. */
export const loadPools = async (accountId: string, store: Pick<Store<'pool'>, 'load'>): Promise<Pools> => {
  const [core, sast] = await store.load(
    [
      { record: 'pool', id: { accountId, pool: 'core' } },
      { record: 'pool', id: { accountId, pool: 'sast' } },
    ],
    { consistent: true },
  );
  return { ...(core && { core }), ...(sast && { sast }) };
};
