import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';

/**
 * Ends the quote of a history scan. A quote that has ended meanwhile, because it was canceled or another run came
 * first, is left unchanged.
 */
export const endQuoting = async (
  ended: Change<'historyScan'>,
  store: Pick<Store<never, 'historyScan'>, 'commit'>,
): Promise<void> => {
  await store.commit([ended]);
};
