import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { webhook, webhookChange } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-webhook',
  method: 'PATCH',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Change a webhook, or enable it again.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'webhooks',
  wholeOrganization: true,
  params: z.object({ webhookId: id }),
  headers: ['If-Match'],
  body: webhookChange.meta({ examples: [{ enabled: true }] }),
  bodyLimitBytes: 65_536,
  responses: { 200: { description: 'The changed webhook.', headers: ['ETag'], schema: webhook } },
  problems: [
    'webhook_not_found',
    'webhook_url_invalid',
    'repository_not_found',
    'precondition_required',
    'etag_mismatch',
  ],
  needs: { core: 'write', outbound: true },
});
