import type { Caller } from '@scangate/domain/identity/roles';
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
