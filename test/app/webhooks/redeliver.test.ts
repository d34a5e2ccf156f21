import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { changeWebhook } from '#app/webhooks/manage-webhooks.ts';
import { redeliver } from '#app/webhooks/redeliver.ts';
import type { Caller } from '@scangate/domain/identity/roles';
import { dayMs, hourMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { type Receiver } from '#test/support/delivery/receivers.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

const outbound = { check: async () => {}, isPrivateHost: () => false };

test('500 for six days: attempts end, people are told twice, it is disabled; on again, the replay misses nothing', async () => {
  const store = new MemoryStore();
  const it = await new DeliveryWorld(store).begin();
  const caller: Caller = {
    ...(await newOrganization(store)).as('owner'),
    organizationId: it.organizationId,
    billingAccountId: it.organizationId,
  };
  let isUp = false;
  const receiver: Receiver = () => ({ status: isUp ? 200 : 500, ms: 5 });
  const { subscriberId } = await it.subscribe(receiver, { url: 'https://hooks.example.com/in' });
  const since = it.now;
  for (let day = 0; day < 6; day += 1) {
    await it.emit();
    await it.pass(dayMs);
  }
  expect(store.all('mail').map(({ kind }) => kind)).toEqual(['subscriber_failing', 'subscriber_disabled']);
  const failed = await it.subscriber(subscriberId);
  expect(failed.disabled?.cause).toBe('failing');
  const lost = await it.deliveries(subscriberId);
  expect(lost[0]?.attempts.length).toBe(10);
  isUp = true;
  const request = { caller, webhookId: subscriberId, ifMatch: '*', change: { enabled: true } };
  await changeWebhook({ store: store, outbound }, request, it.clock.now());
  const wanted = { caller, webhookId: subscriberId, selection: { since }, idempotency: undefined };
  const deliveries = { start: async () => {} };
  await redeliver({ store: store, deliveries, ids: testIds }, wanted, it.clock.now());
  await it.pass(2 * hourMs);
  const accepted = it.received.filter(({ status }) => status === 200).map(({ sequence }) => sequence);
  expect(new Set(accepted)).toEqual(new Set(lost.map(({ sequence }) => sequence)));
  expect((await it.deliveries(subscriberId)).every(({ state }) => state === 'delivered')).toBe(true);
});
