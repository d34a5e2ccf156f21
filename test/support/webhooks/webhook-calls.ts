import type { Subscriber } from '@scangate/domain/events/event-records';
import type { Organization } from '@scangate/domain/records';
import { call, world } from '#test/support/api/call-endpoint.ts';
import type { TestOrganization } from '#test/support/world.ts';

export const hookUrl = 'https://hooks.example.com/in?key=planted-secret';

/** Calls an endpoint of webhooks as an admin. */
export const callsOf = (organization: TestOrganization) => {
  const caller = organization.as('admin');
  const create = async (body: object = {}, headers: Record<string, string> = {}) =>
    call('create-webhook', { caller, body: { url: hookUrl, events: ['scan.*'], ...body }, headers });
  return {
    create,
    /** The id of a new webhook. */
    made: async (body: object = {}): Promise<string> => String((await create(body)).body['webhookId']),
    call: (name: string, webhookId: string, options: object = {}) =>
      call(name, { caller, params: { webhookId }, ...options }),
  };
};

export const listening = async ({ organizationId }: TestOrganization): Promise<Organization> => {
  const organization = await world.store.get('organization', { organizationId });
  if (!organization) throw new Error('the organization is missing');
  return organization;
};

export const storedWebhook = async (
  { organizationId }: TestOrganization,
  webhookId: string,
): Promise<Subscriber> => {
  const found = await world.store.get('subscriber', { organizationId, subscriberId: webhookId });
  if (!found) throw new Error('the webhook is missing');
  return found;
};

/** The audit events of an organization, as text and by their actions. */
export const audited = async ({ organizationId }: TestOrganization) => {
  const { items } = await world.store.list('auditEvents', { organizationId });
  return { actions: items.map(({ action }) => action), text: JSON.stringify(items) };
};
