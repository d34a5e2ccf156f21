import type { Delivery } from '@scangate/domain/events/event-records';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { slackRequest } from '#test/support/integrations/integration-calls.ts';
import { world } from '#test/support/api/endpoint-world.ts';
import { later, testIds, write } from '#test/support/world.ts';
import type { Journey } from './journey.ts';

/** A delivery of an event that was given up. */
const givenUp = (organizationId: string, subscriberId: string): Delivery => {
  const { dueQueue: _queue, dueAt: _due, nextAttemptAt: _next, ...delivery } = fullIntegrations.delivery;
  const expiresAt = later(9 * 86_400).toISOString();
  const eventId = testIds.uuid();
  return { ...delivery, organizationId, subscriberId, eventId, sequence: 1, state: 'given_up', expiresAt };
};

/** A webhook is made, used, changed and removed. */
const webhooks: Journey = {
  name: 'webhooks',
  tenant: 'bravo',
  go: async ({ ask, organization }) => {
    const body = { url: 'https://hooks.example.com/in', events: ['scan.*'] };
    const { json } = await ask('create-webhook', { body });
    const params = { webhookId: String(json['webhookId']) };
    const { headers } = await ask('get-webhook', { params });
    const { organizationId } = organization;
    const item = givenUp(organizationId, params.webhookId);
    await write(world.store, [{ change: 'insert', record: 'delivery', item }]);
    await ask('redeliver-webhook', { params, body: { sequence: 1 } });
    await ask('change-webhook', {
      params,
      body: { events: ['scan.failed'] },
      headers: { 'If-Match': headers['etag'] ?? '*' },
    });
    await ask('rotate-webhook-secret', { params, body: { overlapHours: 24 } });
    await ask('list-webhook-deliveries', { params });
    await ask('remove-webhook', { params });
  },
};

/** A chat is connected, tested, changed and removed. */
const integrations: Journey = {
  name: 'integrations',
  tenant: 'bravo',
  go: async ({ ask }) => {
    const { json } = await ask('create-integration', { body: slackRequest });
    const params = { integrationId: String(json['integrationId']) };
    const { headers } = await ask('get-integration', { params });
    await ask('test-integration', { params });
    await ask('change-integration', {
      params,
      body: { name: 'Renamed' },
      headers: { 'If-Match': headers['etag'] ?? '*' },
    });
    await ask('list-integration-deliveries', { params });
    await ask('list-integration-tickets', { params });
    await ask('remove-integration', { params });
  },
};

export const notifyingJourneys: readonly Journey[] = [webhooks, integrations];
