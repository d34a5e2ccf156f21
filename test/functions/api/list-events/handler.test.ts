import { beforeEach, expect, test } from 'vitest';
import type { StoredEvent } from '@scangate/domain/events/event-records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const minutesAgo = (minutes: number) => new Date(noon.getTime() - minutes * 60_000).toISOString();
const store = async (eventId: string, at: string, change: Partial<StoredEvent> = {}) => {
  const {
    onlyFor: _one,
    unlisted: _unlisted,
    dueQueue: _queue,
    dueAt: _due,
    ...event
  } = fullIntegrations.storedEvent;
  const { organizationId } = organization;
  const expiresAt = minutesAgo(-60);
  const item = { ...event, organizationId, eventId, at, expiresAt, ...change };
  await world.store.commit([{ change: 'insert', record: 'storedEvent', item }]);
};
const read = async (after?: string, limit = 50) => {
  const query = { limit: String(limit), ...(after !== undefined && { after }) };
  const { status, body } = await call('list-events', { caller: organization.as('admin'), query });
  const items = (body['items'] ?? []) as { id: string }[];
  return { status, ids: items.map(({ id }) => id), items, after: String(body['after']), body };
};

test('200: the events as deliveries have them, oldest first, without tests of one webhook', async () => {
  await store('b', minutesAgo(9));
  await store('a', minutesAgo(10));
  await store('test', minutesAgo(8), { onlyFor: 'somebody' });
  const { ids, items } = await read();
  expect(ids).toEqual(['a', 'b']);
  const { type, data } = fullIntegrations.storedEvent;
  const { organizationId } = organization;
  expect(items[0]).toEqual({ id: 'a', type, timestamp: minutesAgo(10), organizationId, data });
});

test('200: over all pages nothing is missed and nothing is repeated', async () => {
  for (const minute of [30, 29, 28, 27, 26]) await store(`m${minute}`, minutesAgo(minute));
  const first = await read(undefined, 2);
  const second = await read(first.after, 2);
  const third = await read(second.after, 2);
  expect([first.ids, second.ids, third.ids]).toEqual([['m30', 'm29'], ['m28', 'm27'], ['m26']]);
  expect([first.body['hasMore'], third.body['hasMore']]).toEqual([true, false]);
  expect((await read(third.after)).ids).toEqual([]);
});

test('200: an event that is committed 14 minutes late is not missed', async () => {
  await store('new', minutesAgo(0));
  const { after, ids } = await read();
  await store('late', minutesAgo(14));
  expect([ids, (await read(after)).ids]).toEqual([['new'], ['late', 'new']]);
});

test('200: page by page of one, events that are committed late within the newest 15 minutes are not missed', async () => {
  for (const minute of [20, 9, 8, 7]) await store(`m${minute}`, minutesAgo(minute));
  const seen: string[] = [];
  let after: string | undefined;
  const page = async () => {
    const found = await read(after, 1);
    seen.push(...found.ids);
    after = found.after;
    return found.body['hasMore'];
  };
  expect([await page(), await page(), await page()]).toEqual([true, true, true]);
  await store('late', minutesAgo(14));
  await store('later', minutesAgo(8.5));
  for (let pages = 0; (await page()) && pages < 10; pages++);
  expect(seen).toEqual(['m20', 'm9', 'm8', 'm7']);
  for (let pages = 0; (await page()) && pages < 10; pages++);
  expect(seen.slice(4)).toEqual(['late', 'm9', 'later', 'm8', 'm7']);
});

test('200: pages within the newest 15 minutes end, and reading continues from the last settled event', async () => {
  for (const minute of [3, 2, 1]) await store(`m${minute}`, minutesAgo(minute));
  const first = await read(minutesAgo(2.5), 1);
  expect([first.ids, first.body['hasMore']]).toEqual([['m2'], true]);
  const second = await read(first.after, 1);
  expect([second.ids, second.body['hasMore']]).toEqual([['m1'], false]);
  // Nobody is led back before the requested time.
  expect((await read(second.after)).ids).toEqual(['m2', 'm1']);
});

test('200: a timestamp leads to the events from then on, and not before', async () => {
  await store('old', minutesAgo(20));
  await store('new', minutesAgo(10));
  expect((await read(minutesAgo(15))).ids).toEqual(['new']);
  const { after } = await read(minutesAgo(1));
  await store('between', minutesAgo(1.5));
  expect((await read(after)).ids).toEqual([]);
});

test('400 for a position of another organization', async () => {
  await store('a', minutesAgo(10));
  const { after } = await read();
  organization = await newOrganization(world.store);
  expect((await read(after)).body).toMatchObject({ status: 400, code: 'invalid_cursor' });
});

test('402 below Team', async () => {
  organization = await newOrganization(world.store, { plan: 'Starter' });
  const caller = organization.as('admin', 'session');
  expect((await call('list-events', { caller })).body).toMatchObject({ status: 402, capability: 'webhooks' });
});

test('200: events that were fanned out while the plan had no webhooks are left out after an upgrade', async () => {
  await store('before', minutesAgo(10), { unlisted: true });
  await store('after', minutesAgo(9));
  expect((await read()).ids).toEqual(['after']);
});
