import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';

/**
 * Ends the quote of a history scan. One that has ended meanwhile, because it was canceled or another run was quicker,
 * stays as it is.
 */
export const endQuoting = async (
  ended: Change<'historyScan'>,
  store: Pick<Store<never, 'historyScan'>, 'commit'>,
): Promise<void> => {
  await store.commit([ended]);
};
