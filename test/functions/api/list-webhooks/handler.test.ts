import { expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { callsOf } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization } from '#test/support/world.ts';

test('200: all webhooks, even below Team, where they are paused and can be removed', async () => {
  resetWorld();
  const organization = await newOrganization(world.store);
  const calls = callsOf(organization);
  const [first, second] = [await calls.made({ name: 'one' }), await calls.made({ name: 'two' })];
  const caller = { ...organization.as('admin'), plan: 'Starter' as const };
  const { status, body } = await call('list-webhooks', { caller });
  const items = body['items'] as { webhookId: string; paused: boolean }[];
  expect([status, items.map(({ paused }) => paused)]).toEqual([200, [true, true]]);
  expect(new Set(items.map(({ webhookId }) => webhookId))).toEqual(new Set([first, second]));
  expect((await call('remove-webhook', { caller, params: { webhookId: first } })).status).toBe(204);
  expect((await call('test-webhook', { caller, params: { webhookId: second } })).status).toBe(402);
});
