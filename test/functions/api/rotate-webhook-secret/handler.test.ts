import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { audited, callsOf, storedWebhook } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let webhookId: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  webhookId = await callsOf(organization).made();
});
const rotate = (body: object = {}, headers = {}) =>
  callsOf(organization).call('rotate-webhook-secret', webhookId, { body, headers });
const hoursFromNow = (hours: number) => new Date(noon.getTime() + hours * 3_600_000).toISOString();

test('200: the new secret is shown once, and the old one signs for 24 hours, too', async () => {
  const { status, body } = await rotate();
  expect([status, body['oldSecretSignsUntil']]).toEqual([200, hoursFromNow(24)]);
  expect(body['secret']).toMatch(/^whsec_/);
  const { secrets = [] } = await storedWebhook(organization, webhookId);
  expect(secrets.map(({ signsUntil }) => signsUntil)).toEqual([undefined, hoursFromNow(24)]);
  expect(secrets[0]?.sealed).toBe(`sealed:${String(body['secret'])}`);
  const { actions, text } = await audited(organization);
  expect([actions.includes('webhook.secret_rotated'), text.includes('whsec_')]).toEqual([true, false]);
});

test('200: the overlap is 0 to 168 hours; 0 ends every previous secret', async () => {
  expect((await rotate({ overlapHours: 168 })).body['oldSecretSignsUntil']).toBe(hoursFromNow(168));
  expect((await rotate({ overlapHours: 1 })).body['oldSecretSignsUntil']).toBe(hoursFromNow(1));
  expect((await storedWebhook(organization, webhookId)).secrets?.length).toBe(3);
  expect((await rotate({ overlapHours: 0 })).body['oldSecretSignsUntil']).toBeUndefined();
  expect((await storedWebhook(organization, webhookId)).secrets?.length).toBe(1);
  for (const overlapHours of [-1, 169, 1.5]) expect((await rotate({ overlapHours })).status).toBe(422);
});

test('200 again without the secret, and without another rotation, for the same Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  const [first, second] = [await rotate({}, headers), await rotate({}, headers)];
  expect([typeof first.body['secret'], second.body['secret']]).toEqual(['string', undefined]);
  expect((await storedWebhook(organization, webhookId)).version).toBe(2);
});

test('422 limit_reached when five secrets are active already', async () => {
  for (let times = 1; times < 6; times += 1) await rotate();
  expect((await rotate()).body).toMatchObject({ status: 422, code: 'limit_reached' });
  expect((await rotate({ overlapHours: 0 })).status).toBe(200);
});
