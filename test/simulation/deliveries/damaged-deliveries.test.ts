import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '@scangate/domain/record-changes';
import { listSubscribers } from '#app/delivery/load-subscribers.ts';
import { listDeliveries } from '#app/webhooks/list-deliveries.ts';
import { listEvents } from '#app/webhooks/list-events.ts';
import { isWebhook } from '@scangate/domain/webhooks/webhook-view';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { healthy } from '#test/support/delivery/receivers.ts';
import { errorLog } from '#test/support/silent-log.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { write } from '#test/support/world.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
afterAll(() => database.stop());

/** A webhook with four events, of which nobody knows the deliveries yet. */
const played = async () => {
  const it = await new DeliveryWorld(database.store).begin();
  const { subscriberId } = await it.subscribe(healthy, { url: 'https://hooks.example.com/in' });
  const other = await it.subscribe(healthy);
  const events = [await it.emit(), await it.emit(), await it.emit(), await it.emit()];
  const sent = (to: string) =>
    it.received.filter(({ subscriberId: id }) => id === to).map(({ eventId }) => eventId);
  return { it, subscriberId, other: other.subscriberId, events, sent };
};

const damage = (change: Pick<Change & { change: 'update' }, 'record' | 'id'>) =>
  write(database.store, [{ change: 'update', ...change, set: { type: 7, types: 7 } } as never]);

test('a damaged event delays no other fan-out', async () => {
  const { it, subscriberId, events, sent } = await played();
  const [, { at = '', eventId = '' } = {}] = events;
  await damage({ record: 'storedEvent', id: { organizationId: it.organizationId, at, eventId } });
  await it.settle();
  const healthyOnes = events.map((one) => one.eventId).filter((one) => one !== eventId);
  expect(new Set(sent(subscriberId))).toEqual(new Set(healthyOnes));
  expect(it.errors.map(({ message }) => message)).toContain('a damaged record was skipped');
});

test('a damaged subscriber delays no other deliveries', async () => {
  const { it, subscriberId, other, events, sent } = await played();
  await damage({ record: 'subscriber', id: { organizationId: it.organizationId, subscriberId } });
  await it.settle();
  expect([sent(subscriberId), sent(other).length]).toEqual([[], events.length]);
});

test.each(['named', 'found in the index'])(
  'a damaged delivery keeps no other waiting one, %s, from its receiver',
  async (kind) => {
    const { it, subscriberId, events, sent } = await played();
    it.receivers.set(subscriberId, (_sending, request) => ({ status: request === 1 ? 500 : 204 }));
    const isNamed = kind === 'named';
    if (!isNamed) it.losesInvocations = true;
    await it.settle();
    if (isNamed) it.clock.moveTo(new Date(it.clock.now().getTime() + 120_000));
    it.losesInvocations = false;
    const id = { organizationId: it.organizationId, subscriberId, sequence: isNamed ? 1 : 2 };
    await damage({ record: 'delivery', id });
    it.clock.moveTo(new Date(it.clock.now().getTime() + 120_000));
    await it.sweep();
    await it.emit();
    await it.settle();
    const reached = new Set(sent(subscriberId));
    expect(reached.size).toBeGreaterThanOrEqual(events.length);
    expect(it.errors.map(({ message }) => message)).toContain('a damaged record was skipped');
    expect(it.errors.map(({ message }) => message)).not.toContain('crashed');
  },
);

test('a damaged row hides no other in the lists of the API', async () => {
  const { it, subscriberId, other, events } = await played();
  await it.settle();
  const { organizationId, store } = it;
  const [{ at, eventId } = { at: '', eventId: '' }] = events;
  await damage({ record: 'storedEvent', id: { organizationId, at, eventId } });
  await damage({ record: 'delivery', id: { organizationId, subscriberId, sequence: 2 } });
  await damage({ record: 'subscriber', id: { organizationId, subscriberId: other } });
  const ports = { store, log: errorLog(it.errors) };
  const asked = { organizationId, webhookId: subscriberId, limit: 10 };
  const { items } = await listDeliveries(ports, asked, undefined);
  expect(items.length).toBe(events.length - 1);
  expect(items.filter(({ eventId: id }) => id === eventId)).toMatchObject([{ state: 'delivered' }]);
  expect(items.filter(({ request }) => request === undefined).map(({ eventId: id }) => id)).toEqual([
    eventId,
  ]);
  const feed = await listEvents(ports, { organizationId, after: undefined, limit: 10 }, it.clock.now());
  expect(feed.events.map(({ eventId: id }) => id)).not.toContain(eventId);
  expect(feed.events.length).toBe(events.length - 1);
  const webhooks = await listSubscribers(isWebhook, organizationId, ports);
  expect(webhooks.map((one) => one.subscriberId)).toEqual([subscriberId]);
  expect(new Set(it.errors.map(({ message }) => message))).toEqual(new Set(['a damaged record was skipped']));
});
