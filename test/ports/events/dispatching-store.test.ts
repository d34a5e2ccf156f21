import { expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import { dispatchingStore } from '#ports/events/dispatching-store.ts';
import { lazyPorts } from '#runtime/lazy-ports.ts';
import { emitEvent } from '@scangate/domain/events/emit-event';
import type { Change } from '@scangate/domain/record-changes';
import { noon } from '#test/support/world.ts';

const at = noon.toISOString();
const eventOf = (organizationId: string, personId: string) =>
  emitEvent(
    { organizationId, listens: ['*'] },
    { type: 'member.removed', cause: personId, at, data: { personId } },
  );
const position: Change = {
  change: 'insert',
  record: 'jobPosition',
  item: { job: 'j', shard: '0', day: 'd' },
};

const dispatching = () => {
  const store = new MemoryStore();
  const dispatch = vi.fn<EventDispatch['dispatch']>(async () => undefined);
  return { store, dispatch, shared: dispatchingStore<Pick<MemoryStore, 'commit'>>(store, { dispatch }) };
};

test('a commit requests the fan-out of the events of each organization that it wrote', async () => {
  const { store, shared, dispatch } = dispatching();
  await shared.commit([position, ...eventOf('o-1', 'a'), ...eventOf('o-1', 'b'), ...eventOf('o-2', 'a')]);
  const keysOf = (organizationId: string) =>
    store
      .all('storedEvent')
      .filter((event) => event.organizationId === organizationId)
      .map(({ eventId }) => ({ at, eventId }));
  expect(dispatch.mock.calls).toEqual([
    ['o-1', keysOf('o-1')],
    ['o-2', keysOf('o-2')],
  ]);
});

test('a commit without events, and one that is refused, requests nothing', async () => {
  const { shared, dispatch } = dispatching();
  expect(await shared.commit([position])).toBeUndefined();
  expect(await shared.commit([position, ...eventOf('o-1', 'a')])).toMatchObject({
    change: { record: 'jobPosition' },
  });
  expect(dispatch).not.toHaveBeenCalled();
});

test('a function that declares the fan-out has such a store, and any other the plain one', () => {
  const [store, eventDispatch] = [new MemoryStore(), { dispatch: async () => undefined }];
  const wired = lazyPorts<{ store: object; eventDispatch: object }>({
    store: () => store,
    eventDispatch: () => eventDispatch,
  });
  expect(wired().store).not.toBe(store);
  expect(wired().store).toBe(wired().store);
  expect(lazyPorts<{ store: object }>({ store: () => store })().store).toBe(store);
});
