import { beforeEach, expect, test } from 'vitest';
import type { Delivery } from '@scangate/domain/events/event-records';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { audited, callsOf, storedWebhook } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let webhookId: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  webhookId = await callsOf(organization).made();
});
const redeliver = (body: object, headers = {}) =>
  callsOf(organization).call('redeliver-webhook', webhookId, { body, headers });
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000).toISOString();
const id = () => ({ organizationId: organization.organizationId, subscriberId: webhookId, sequence: 1 });
const given = async (change: Partial<Delivery>) => {
  const { dueQueue: _queue, dueAt: _due, nextAttemptAt: _next, ...delivery } = fullIntegrations.delivery;
  const item: Delivery = { ...delivery, ...id(), state: 'given_up', expiresAt: daysAgo(-9), ...change };
  await world.store.commit([{ change: 'insert', record: 'delivery', item }]);
};

test.each(['delivered', 'given_up', 'waiting'] as const)(
  '202 for one delivery that is %s: it waits again under its sequence',
  async (state) => {
    await given({ state });
    const { status, body } = await redeliver({ sequence: 1 });
    expect([status, body]).toEqual([202, { sequence: 1 }]);
    const delivery = await world.store.get('delivery', id());
    expect(delivery).toMatchObject({ state: 'waiting', replayed: true, tries: 0 });
    expect(delivery?.eventId).toBe(fullIntegrations.delivery.eventId);
    expect(world.deliveriesStarted).toMatchObject([{ subscriberId: webhookId }]);
    expect((await audited(organization)).actions).toContain('webhook.redelivered');
  },
);

test('202 for everything since a timestamp', async () => {
  const since = daysAgo(29);
  expect((await redeliver({ since })).body).toEqual({ since });
  expect((await storedWebhook(organization, webhookId)).replay).toMatchObject({ since });
});

test('202 again, with one replay, for the same Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  for (let times = 0; times < 2; times += 1)
    expect((await redeliver({ since: daysAgo(1) }, headers)).status).toBe(202);
  expect(world.deliveriesStarted.length).toBe(1);
});

test('404 for an unknown delivery, or one that has expired', async () => {
  expect((await redeliver({ sequence: 7 })).body).toMatchObject({ code: 'delivery_not_found' });
  await given({ expiresAt: daysAgo(0) });
  expect((await redeliver({ sequence: 1 })).body).toMatchObject({ code: 'delivery_not_found' });
});

test('409 for a disabled webhook', async () => {
  const options = { headers: { 'If-Match': '*' }, body: { enabled: false } };
  await callsOf(organization).call('change-webhook', webhookId, options);
  expect((await redeliver({ since: daysAgo(1) })).body).toMatchObject({ code: 'conflict' });
});

test.each([
  ['31 days ago', { since: daysAgo(31) }],
  ['an invalid timestamp', { since: 'yesterday' }],
  ['both', { since: daysAgo(1), sequence: 1 }],
  ['neither', {}],
  ['sequence 0', { sequence: 0 }],
])('422 for %s', async (_title, body) => {
  expect((await redeliver(body)).status).toBe(422);
});
