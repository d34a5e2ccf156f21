import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { callsOf } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

test('200: the webhook with its ETag, by an id in upper case, too', async () => {
  const calls = callsOf(organization);
  const webhookId = await calls.made();
  for (const id of [webhookId, webhookId.toUpperCase()]) {
    const { status, headers, body } = await calls.call('get-webhook', id);
    expect([status, headers['ETag'], body['webhookId']]).toEqual([200, '"1"', webhookId]);
  }
});

test('404 for a webhook of another organization, and for a removed one', async () => {
  const calls = callsOf(organization);
  const webhookId = await calls.made();
  const other = (await newOrganization(world.store)).as('owner');
  expect((await call('get-webhook', { caller: other, params: { webhookId } })).body).toMatchObject({
    status: 404,
    code: 'webhook_not_found',
  });
  await calls.call('remove-webhook', webhookId);
  expect((await calls.call('get-webhook', webhookId)).status).toBe(404);
});
