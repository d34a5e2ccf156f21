import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOfIntegration } from '#app/integrations/list-of-integration.ts';
import { ChatWorld } from '#test/support/integrations/chat-world.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
afterAll(() => database.stop());

test('a damaged row hides no other, and is logged', async () => {
  const world = new ChatWorld(database.store);
  await world.begin();
  for (let count = 0; count < 3; count++) await world.emit();
  const id = { organizationId: 'o-1', subscriberId: 'sub-1', sequence: 2 };
  await world.store.commit([{ change: 'update', record: 'delivery', id, set: { type: 7 } } as never]);
  const errors: string[] = [];
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  const asked = { organizationId: 'o-1', integrationId: 'SUB-1', limit: 50, cursor: undefined };
  const { items } = await listOfIntegration('deliveries', asked, { store: database.store, log });
  expect(items.map(({ sequence }) => sequence)).toEqual([3, 1]);
  expect(errors).toEqual(['a damaged record was skipped']);
});
