import { expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { audited, callsOf, listening, storedWebhook } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization } from '#test/support/world.ts';

test('204: its secrets are deleted, its event types are dropped, and there is room for another', async () => {
  resetWorld();
  const organization = await newOrganization(world.store);
  const calls = callsOf(organization);
  const webhookId = await calls.made();
  expect((await calls.call('remove-webhook', webhookId)).status).toBe(204);
  const stored = await storedWebhook(organization, webhookId);
  expect([stored.secrets, typeof stored.removedAt]).toEqual([undefined, 'string']);
  expect(await listening(organization)).toMatchObject({ listens: [], webhooks: 0 });
  expect((await audited(organization)).actions.toSorted()).toEqual(['webhook.created', 'webhook.removed']);
  expect((await calls.call('remove-webhook', webhookId)).body).toMatchObject({ code: 'webhook_not_found' });
});
