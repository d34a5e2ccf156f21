import { expect, test } from 'vitest';
import { replayDelivery, replaySince } from '@scangate/domain/delivery/requeue-delivery';
import { enabledAgain } from '@scangate/domain/delivery/delivery-state';
import { addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { healthy, type Receiver } from '#test/support/delivery/receivers.ts';
import { write } from '#test/support/world.ts';

const world = () => new DeliveryWorld().begin();
const emitMany = async (it: DeliveryWorld, count: number) => {
  for (let event = 0; event < count; event++) await it.emit();
};
const times = ({ received }: DeliveryWorld) => received.map(({ at }) => Date.parse(at));

test('a receiver gets at most ten requests in a second, also across two runs', async () => {
  const it = await world();
  await it.subscribe(() => ({ status: 204, ms: 1 }));
  await emitMany(it, 500);
  await it.settle();
  expect(it.received).toHaveLength(500);
  const at = times(it);
  for (const [index, first] of at.entries())
    expect((at[index + 10] ?? Infinity) - first).toBeGreaterThanOrEqual(1000);
  for (const { ms } of it.runs) expect(ms).toBeLessThanOrEqual(56_000);
});

test('four requests are sent at once', async () => {
  const it = await world();
  let [underway, most] = [0, 0];
  await it.subscribe(() => {
    most = Math.max(most, ++underway);
    void it.clock.sleep(2_000).then(() => underway--);
    return { status: 204, ms: 2_000 };
  });
  await emitMany(it, 30);
  await it.settle();
  expect(most).toBe(4);
});

test('the 10,001st delivery of a day waits for the next day', async () => {
  const it = await world();
  const day = it.now.slice(0, 10);
  const { subscriberId } = await it.subscribe(healthy, { sentOn: { day, count: 9_998 } });
  await emitMany(it, 4);
  await it.settle();
  expect(it.received.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect((await it.subscriber(subscriberId)).dueAt).toBe(addMs(`${day}T00:00:00.000Z`, dayMs));
  await it.emit();
  await it.pass(11 * hourMs);
  expect(it.received).toHaveLength(2);
  await it.pass(2 * hourMs);
  expect(it.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect((await it.subscriber(subscriberId)).sentOn?.count).toBe(3);
});

test('a receiver that answers 410 is disabled at once, and people are notified', async () => {
  const it = await world();
  const { subscriberId } = await it.subscribe(() => ({ status: 410 }));
  await emitMany(it, 3);
  await it.settle();
  expect((await it.subscriber(subscriberId)).disabled?.cause).toBe('gone');
  const { items } = await it.store.list('auditEvents', { organizationId: it.organizationId });
  expect(items.map(({ action }) => action)).toContain('webhook.disabled');
  await it.pass(dayMs);
  expect(it.received.length).toBeLessThanOrEqual(3);
});

test('without a success people are notified after a day, and after five days the subscriber is disabled', async () => {
  const it = await world();
  const { subscriberId } = await it.subscribe(() => ({ status: 500 }));
  await it.emit();
  await it.pass(23 * hourMs);
  expect((await it.subscriber(subscriberId)).warnedAt).toBeUndefined();
  await it.pass(10 * hourMs);
  expect((await it.subscriber(subscriberId)).warnedAt).toEqual(expect.any(String));
  await it.pass(85 * hourMs);
  expect((await it.subscriber(subscriberId)).disabled).toBeUndefined();
  await it.pass(6 * hourMs);
  const { disabled, dueAt } = await it.subscriber(subscriberId);
  // Until then events are recorded for it.
  expect([disabled?.cause, dueAt]).toEqual(['failing', addMs(disabled?.at ?? '', 30 * dayMs)]);
  expect(it.received).toHaveLength(10);
  expect(it.errors).toEqual([]);
});

test('while the plan lacks webhooks no event is recorded, and waiting deliveries continue when it returns', async () => {
  const it = await world();
  const { subscriberId } = await it.subscribe((_sending, request) => ({ status: request === 1 ? 500 : 204 }));
  const first = await it.emit();
  await it.settle();
  const { organizationId: accountId } = it;
  const planned = (plan: 'Starter' | 'Team') =>
    write(it.store, [{ change: 'update', record: 'account', id: { accountId }, set: { plan } }]);
  await planned('Starter');
  await it.emit();
  await it.pass(20 * dayMs);
  expect(it.received).toHaveLength(1);
  expect(await it.deliveries(subscriberId)).toHaveLength(1);
  await planned('Team');
  const later = await it.emit();
  await it.pass(2 * hourMs);
  expect(
    it.received
      .slice(1)
      .map(({ eventId }) => eventId)
      .toSorted(),
  ).toEqual([first.eventId, later.eventId].toSorted());
  expect((await it.deliveries(subscriberId)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('a client organization has the plan of the account that pays for it', async () => {
  const it = new DeliveryWorld();
  const parent = await it.begin({ plan: 'Starter' });
  const { organizationId: account } = parent;
  await it.begin({ parent: account, plan: 'Team' });
  await it.subscribe(healthy);
  await it.emit();
  await it.settle();
  expect(it.received).toEqual([]);
});

test('the sweep makes up for a lost invocation', async () => {
  const it = await world();
  await it.subscribe(healthy);
  it.losesInvocations = true;
  await it.emit();
  await it.settle();
  it.losesInvocations = false;
  await it.pass(2 * minuteMs);
  expect(it.received).toHaveLength(1);
});

test('everything since an instant is sent again under the same ids and sequences', async () => {
  const it = await world();
  let isUp = false;
  const receiver: Receiver = () => ({ status: isUp ? 204 : 500 });
  const { subscriberId } = await it.subscribe(receiver);
  await emitMany(it, 2);
  await it.pass(hourMs);
  const since = it.now;
  for (let hour = 0; hour < 60; hour++) {
    await it.emit();
    await it.pass(hourMs);
  }
  await it.pass(4 * dayMs);
  expect((await it.subscriber(subscriberId)).disabled?.cause).toBe('failing');
  isUp = true;
  it.received.length = 0;
  const disabled = await it.subscriber(subscriberId);
  const { set, unset } = enabledAgain(disabled, it.now);
  const id = { organizationId: it.organizationId, subscriberId };
  await write(it.store, [{ change: 'update', record: 'subscriber', id, set, unset: [...unset] }]);
  await write(it.store, [replaySince(await it.subscriber(subscriberId), since, it.now)]);
  await it.pass(hourMs);
  const numbers = new Set(it.received.map(({ sequence }) => sequence));
  // The disabling itself is the 61st.
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, index) => index + 3));
  const deliveries = await it.deliveries(subscriberId);
  for (const { sequence, eventId } of it.received)
    expect(deliveries.find((one) => one.sequence === sequence)?.eventId).toBe(eventId);
  expect(deliveries.slice(2).every(({ state }) => state === 'delivered')).toBe(true);
  expect((await it.subscriber(subscriberId)).replay).toBeUndefined();
});

test('one delivery is sent again, and the log keeps its attempts', async () => {
  const it = await world();
  const { subscriberId } = await it.subscribe(healthy);
  await it.emit();
  await it.settle();
  const [delivery] = await it.deliveries(subscriberId);
  if (!delivery) throw new Error('no delivery');
  await write(it.store, replayDelivery(await it.subscriber(subscriberId), delivery, it.now));
  await it.pass(2 * minuteMs);
  const [again] = await it.deliveries(subscriberId);
  expect(it.received.map(({ eventId, sequence }) => [eventId, sequence])).toEqual([
    [delivery.eventId, 1],
    [delivery.eventId, 1],
  ]);
  expect([again?.state, again?.replayed, again?.attempts.length]).toEqual(['delivered', true, 2]);
});

test('more subscribers than a transaction can hold get an event once each', async () => {
  const it = await world();
  const subscribers = await Promise.all(Array.from({ length: 130 }, () => it.subscribe(healthy)));
  await it.emit();
  await it.settle();
  expect(new Set(it.received.map(({ subscriberId }) => subscriberId)).size).toBe(subscribers.length);
  expect(it.received).toHaveLength(subscribers.length);
  expect((await it.all('storedEvents')).every(({ dueQueue }) => dueQueue === undefined)).toBe(true);
});

test('an attempt that was due in time is made, however late the sweep is', async () => {
  const it = await world();
  const { subscriberId } = await it.subscribe(() => ({ status: 500 }));
  await it.emit();
  await it.settle();
  for (let step = 0; step < 30; step++) {
    it.clock.moveTo(addMs(it.now, 4.8 * hourMs));
    await it.sweep();
  }
  expect((await it.subscriber(subscriberId)).disabled?.cause).toBe('failing');
  const [delivery] = await it.deliveries(subscriberId);
  expect([delivery?.state, delivery?.attempts.length]).toEqual(['given_up', 9]);
});
