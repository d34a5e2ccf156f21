import { beforeEach, expect, test } from 'vitest';
import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { callsOf } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let webhookId: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  webhookId = await callsOf(organization).made();
});

const eventIdOf = (sequence: number): string => `00000000-0000-4000-8000-00000000000${sequence}`;

const store = async (sequence: number, hasEvent: boolean): Promise<StoredEvent> => {
  const { organizationId } = organization;
  const event: StoredEvent = {
    ...fullIntegrations.storedEvent,
    organizationId,
    eventId: eventIdOf(sequence),
  };
  const { eventId, at: eventAt, type } = event;
  const given = { organizationId, subscriberId: webhookId, sequence, eventId, eventAt, type };
  const item: Delivery = { ...fullIntegrations.delivery, ...given };
  await world.store.commit([
    { change: 'insert', record: 'delivery', item },
    ...(hasEvent ? [{ change: 'insert', record: 'storedEvent', item: event } as const] : []),
  ]);
  return event;
};

test('200: each attempt with its cause, and what is sent, newest first', async () => {
  const event = await store(1, true);
  await store(2, false);
  const { status, body } = await callsOf(organization).call('list-webhook-deliveries', webhookId);
  const { attempts } = fullIntegrations.delivery;
  expect([status, body['items']]).toMatchObject([200, [{ sequence: 2 }, { sequence: 1, attempts }]]);
  const [, first] = body['items'] as { request?: unknown }[];
  expect(first?.request).toEqual({
    headers: { 'content-type': 'application/json', 'webhook-id': eventIdOf(1) },
    body: {
      id: eventIdOf(1),
      type: event.type,
      timestamp: event.at,
      sequence: 1,
      organizationId: organization.organizationId,
      data: event.data,
    },
  });
});

test('200: pages follow each other, and a cursor of another webhook is 400', async () => {
  for (const sequence of [1, 2, 3]) await store(sequence, false);
  const page = (cursor?: string, id = webhookId) =>
    callsOf(organization).call('list-webhook-deliveries', id, {
      query: { limit: '2', ...(cursor !== undefined && { cursor }) },
    });
  const first = await page();
  const cursor = String(first.body['nextCursor']);
  expect([first.body['items'], (await page(cursor)).body]).toMatchObject([
    [{ sequence: 3 }, { sequence: 2 }],
    { items: [{ sequence: 1 }] },
  ]);
  const other = await callsOf(organization).made();
  expect((await page(cursor, other)).body).toMatchObject({ code: 'invalid_cursor' });
});
