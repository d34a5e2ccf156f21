import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDue } from '#app/integrations/chat/chat-run.ts';
import { ChatWorld } from '#test/support/integrations/chat-world.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
afterAll(() => database.stop());

test('a damaged delivery and a damaged event delay no other of a batch', async () => {
  const world = new ChatWorld(database.store);
  await world.begin([{ types: ['*'], mode: 'digest' }]);
  for (let count = 0; count < 4; count++) await world.emit();
  const ids = { organizationId: 'o-1', subscriberId: 'sub-1' };
  const { items } = await database.store.list('deliveries', ids);
  const [event] = items.filter(({ sequence }) => sequence === 3);
  const { eventAt: at = '', eventId = '' } = event ?? {};
  await database.store.commit([
    { change: 'update', record: 'delivery', id: { ...ids, sequence: 2 }, set: { type: 7 } },
    { change: 'update', record: 'storedEvent', id: { organizationId: 'o-1', at, eventId }, set: { type: 7 } },
  ] as never);
  const subscriber = await database.store.get('subscriber', ids);
  if (!subscriber) throw new Error('the subscriber is missing');
  const { due } = await loadDue({ store: database.store, log: silentLog }, subscriber, world.now);
  expect(due.map(({ delivery }) => delivery.sequence)).toEqual([1, 4]);
});
