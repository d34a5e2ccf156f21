import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { audited, callsOf } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

test('202: a test event for this webhook only, although its types are others', async () => {
  const calls = callsOf(organization);
  const webhookId = await calls.made();
  const { status, body } = await calls.call('test-webhook', webhookId);
  const [event, ...more] = world.store.all('storedEvent');
  expect([status, body['eventId'], more]).toEqual([202, event?.eventId, []]);
  expect(event).toMatchObject({ type: 'webhook.test', onlyFor: webhookId });
  expect((await audited(organization)).actions).toContain('webhook.tested');
});

test('202 again, without a second event, for the same Idempotency-Key', async () => {
  const calls = callsOf(organization);
  const webhookId = await calls.made();
  const options = { headers: { 'Idempotency-Key': 'one' } };
  const first = await calls.call('test-webhook', webhookId, options);
  expect((await calls.call('test-webhook', webhookId, options)).body).toEqual(first.body);
  expect(world.store.all('storedEvent').length).toBe(1);
});

test('409 for a disabled webhook', async () => {
  const calls = callsOf(organization);
  const webhookId = await calls.made();
  const headers = { 'If-Match': '*' };
  await calls.call('change-webhook', webhookId, { headers, body: { enabled: false } });
  expect((await calls.call('test-webhook', webhookId)).body).toMatchObject({ code: 'conflict' });
});
