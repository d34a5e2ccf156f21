import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { changeWebhook, createWebhook } from '#app/webhooks/manage-webhooks.ts';
import { redeliver } from '#app/webhooks/redeliver.ts';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { testIds } from '#test/support/world.ts';

const outbound = { check: async () => {}, isPrivateHost: () => false };
const subscriberSecrets = { encrypt: async (plain: string) => `sealed:${plain}` };

/** A webhook of the API whose receiver can be switched, with a change of the organization each day. */
const played = async () => {
  const store = new MemoryStore();
  const it = await new DeliveryWorld(store).begin();
  const { caller } = it;
  const request = { url: 'https://hooks.example.com/in', events: ['member.*', 'webhook.disabled'] };
  const { body } = await createWebhook(
    { store, outbound, subscriberSecrets, ids: testIds },
    { caller, request, idempotency: undefined },
    it.clock.now(),
  );
  const receiver = { isUp: false };
  it.receivers.set(body.webhookId, () => ({ status: receiver.isUp ? 200 : 500, ms: 5 }));
  const pass = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      await it.change(testIds.uuid());
      await it.pass(dayMs);
    }
  };
  const enable = () =>
    changeWebhook(
      { store, outbound },
      { caller, webhookId: body.webhookId, ifMatch: '*', change: { enabled: true } },
      it.clock.now(),
    );
  const replay = (since: string) =>
    redeliver(
      { store, deliveries: { start: async () => {} }, ids: testIds },
      { caller, webhookId: body.webhookId, selection: { since }, idempotency: undefined },
      it.clock.now(),
    );
  const accepted = () => it.received.filter(({ status }) => status === 200).map(({ eventId }) => eventId);
  return { it, store, subscriberId: body.webhookId, receiver, pass, enable, replay, accepted };
};

test('after days of 500 attempts end, people get two mails, the webhook is disabled; once enabled, every event arrives', async () => {
  const { it, store, subscriberId, receiver, pass, enable, replay, accepted } = await played();
  const began = it.now;
  await pass(6);
  expect(store.all('mail').map(({ kind }) => kind)).toEqual(['subscriber_failing', 'subscriber_disabled']);
  const failed = await it.subscriber(subscriberId);
  expect(failed.disabled?.cause).toBe('failing');
  const first = (await it.deliveries(subscriberId)).filter(({ state }) => state === 'given_up');
  expect(first[0]?.attempts.length).toBe(10);

  const [requests, runs] = [it.received.length, it.runs.length];
  await pass(20);
  expect([it.received.length, it.runs.length]).toEqual([requests, runs]);
  const waiting = (await it.deliveries(subscriberId)).filter(({ state }) => state === 'waiting');
  const events = await it.all('storedEvents');
  // 26 days, and the disabling itself.
  expect([events.length, first.length + waiting.length]).toEqual([27, 27]);

  receiver.isUp = true;
  await enable();
  await it.pass(hourMs);
  expect(accepted().toSorted()).toEqual(waiting.map(({ eventId }) => eventId).toSorted());

  await replay(began);
  await it.pass(hourMs);
  expect(new Set(accepted())).toEqual(new Set(events.map(({ eventId }) => eventId)));
  expect((await it.deliveries(subscriberId)).map(({ sequence, state }) => [sequence, state])).toEqual(
    events.map((_event, index) => [index + 1, 'delivered']),
  );
});

test('when it is enabled and everything is replayed at once, waiting deliveries arrive once', async () => {
  const { it, receiver, pass, enable, replay, accepted } = await played();
  const began = it.now;
  await pass(12);
  receiver.isUp = true;
  await enable();
  await replay(began);
  await it.pass(hourMs);
  const events = (await it.all('storedEvents')).map(({ eventId }) => eventId);
  expect(accepted().toSorted()).toEqual(events.toSorted());
});

test('a waiting delivery that is refused again gets attempts for three more days', async () => {
  const { it, subscriberId, receiver, pass, enable } = await played();
  await pass(20);
  await enable();
  await it.pass(2 * dayMs);
  const states = (await it.deliveries(subscriberId)).map(({ state }) => state);
  expect(new Set(states.slice(-14))).toEqual(new Set(['waiting']));
  receiver.isUp = true;
  await it.pass(2 * dayMs);
  const waited = (await it.deliveries(subscriberId)).slice(-14);
  expect(waited.every(({ state }) => state === 'delivered')).toBe(true);
});

test('30 days after the disabling no event is recorded, and it no longer counts as a subscriber', async () => {
  const { it, subscriberId, pass } = await played();
  await pass(6);
  const { disabled } = await it.subscriber(subscriberId);
  expect(await it.listens()).toEqual(['member.*', 'webhook.disabled']);
  await pass(31);
  expect(await it.listens()).toEqual([]);
  const after = await it.subscriber(subscriberId);
  expect([after.dueAt, after.dueQueue]).toEqual([undefined, undefined]);
  const kept = (await it.all('storedEvents')).map(({ at }) => at);
  expect(kept.every((at) => at < addMs(disabled?.at ?? '', 30 * dayMs))).toBe(true);
  expect(kept.length).toBe((await it.deliveries(subscriberId)).length);
  await pass(2);
  expect((await it.all('storedEvents')).length).toBe(kept.length);
});
