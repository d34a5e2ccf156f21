import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '../store.ts';
import type { EventDispatch } from './event-dispatch.ts';

/** The keys of the events that a transaction writes, by organization. */
const writtenEvents = (changes: readonly Change[]) =>
  Map.groupBy(
    changes.flatMap((change) =>
      change.record === 'storedEvent' && change.change === 'insert' ? [change.item] : [],
    ),
    ({ organizationId }) => organizationId,
  );

/**
 * The store of a function that emits events: it requests their fan-out after a commit. It requests nothing for a
 * commit without events or one that fails (docs/adr/0081-event-catalog.md).
 */
export const dispatchingStore = <S extends Pick<Store, 'commit'>>(
  store: S,
  eventDispatch: EventDispatch,
): S => ({
  ...store,
  commit: async (changes: readonly Change[]) => {
    const failed = await store.commit(changes);
    if (failed) return failed;
    for (const [organizationId, events] of writtenEvents(changes)) {
      const keys = events.map(({ at, eventId }) => ({ at, eventId }));
      await eventDispatch.dispatch(organizationId, keys);
    }
    return undefined;
  },
});
