import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { audited, callsOf, listening, storedWebhook } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let webhookId: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  webhookId = await callsOf(organization).made({ filter: { branches: ['main'] } });
});
const change = (body: object, ifMatch = '*') =>
  callsOf(organization).call('change-webhook', webhookId, { body, headers: { 'If-Match': ifMatch } });

test('200: given fields change, the rest stays, and the organization listens to the new types', async () => {
  const { status, headers, body } = await change({ events: ['gate.changed'], filter: null });
  expect([status, headers['ETag'], body['filter'], body['name']]).toEqual([
    200,
    '"2"',
    undefined,
    'hooks.example.com',
  ]);
  expect((await listening(organization)).listens).toEqual(['gate.changed']);
  expect((await storedWebhook(organization, webhookId)).filter).toBeUndefined();
});

test('200 without a new version for a change that changes nothing', async () => {
  expect((await change({ events: ['scan.*'] })).headers['ETag']).toBe('"1"');
  expect((await audited(organization)).actions).toEqual(['webhook.created']);
});

test('200: another path of the same host is a change, which the audit event does not quote', async () => {
  const url = 'https://hooks.example.com/another-secret-path';
  expect((await change({ url })).body['url']).toBe(url);
  const { actions, text } = await audited(organization);
  expect([actions.toSorted(), text.includes('another-secret-path')]).toEqual([
    ['webhook.changed', 'webhook.created'],
    false,
  ]);
});

test('200: disabling it removes its types, and enabling it again resets its failures', async () => {
  expect((await change({ enabled: false })).body).toMatchObject({
    enabled: false,
    disabled: { cause: 'person' },
  });
  expect((await listening(organization)).listens).toEqual([]);
  const { organizationId } = organization;
  await world.store.commit([
    {
      change: 'update',
      record: 'subscriber',
      id: { organizationId, subscriberId: webhookId },
      set: { failures: 7, failingSince: '2026-01-01T00:00:00.000Z', warnedAt: '2026-01-02T00:00:00.000Z' },
    },
  ]);
  const { body } = await change({ enabled: true });
  expect(body).toMatchObject({ enabled: true, failures: 0 });
  expect([body['disabled'], body['failingSince']]).toEqual([undefined, undefined]);
  const stored = await storedWebhook(organization, webhookId);
  expect([stored.disabled, stored.warnedAt, typeof stored.dueQueue]).toEqual([
    undefined,
    undefined,
    'string',
  ]);
  expect((await listening(organization)).listens).toEqual(['scan.*']);
});

test('412 for another version, and 428 without If-Match', async () => {
  expect((await change({ name: 'x' }, '"7"')).body).toMatchObject({ code: 'etag_mismatch' });
  const { body } = await callsOf(organization).call('change-webhook', webhookId, { body: { name: 'x' } });
  expect(body).toMatchObject({ code: 'precondition_required' });
});

test('422 for a URL that resolves to a private address, and for an empty list', async () => {
  world.addresses.set('inner.example.com', '10.0.0.1');
  expect((await change({ url: 'https://inner.example.com/' })).body).toMatchObject({
    code: 'webhook_url_invalid',
  });
  expect((await change({ events: [] })).status).toBe(422);
});
