import { waitingShard } from '@scangate/domain/delivery/delivery-state';
import { queuePartition } from '@scangate/domain/due-queue';
import type { Delivery } from '@scangate/domain/events/event-records';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, world } from '#test/support/api/call-endpoint.ts';

export const webhookUrl = 'https://hooks.slack.com/services/T0/B0/a-secret-of-slack';

export const slackRequest = {
  kind: 'slack',
  name: 'Security',
  settings: { rules: [{ types: ['scan.*'], mode: 'each' }] },
  credential: { webhookUrl },
};

/** Creates an integration. @returns its id and its ETag. */
export const created = async (
  caller: Caller,
  request: object = {},
): Promise<{ id: string; etag: string }> => {
  const body = { ...slackRequest, ...request };
  const answer = await call('create-integration', { caller, body });
  if (answer.status !== 201) throw new Error(`the integration was not created: ${answer.text}`);
  return { id: String(answer.body['integrationId']), etag: answer.headers['ETag'] ?? '' };
};

/** Reads what the organization listens for, and how many integrations it counts. */
export const listening = async ({ organizationId }: { organizationId: string }) => {
  const organization = await world.store.get('organization', { organizationId });
  const { listens, integrations, subscribersVersion } = organization ?? {};
  return { listens, integrations, subscribersVersion };
};

export const actions = async ({ organizationId }: { organizationId: string }): Promise<string[]> => {
  const { items } = await world.store.list('auditEvents', { organizationId });
  const found = items.map(({ action }) => action).filter((action) => action.startsWith('integration.'));
  return found.toSorted();
};

/** A delivery that was refused, and is tried again then. */
export const delayedDelivery = (
  ids: { organizationId: string; subscriberId: string },
  at: string,
  until: string,
): Delivery => ({
  ...ids,
  sequence: 1,
  eventId: '0aa0bb0c-0000-4000-8000-00000000beef',
  eventAt: at,
  type: 'scan.failed',
  state: 'waiting',
  attempts: [{ at, milliseconds: 12, status: 404 }],
  tries: 1,
  deadlineAt: '2099-01-04T12:00:00.000Z',
  createdAt: at,
  expiresAt: '2099-04-01T12:00:00.000Z',
  nextAttemptAt: until,
  dueQueue: queuePartition('delivery', waitingShard(ids)),
  dueAt: until,
});
