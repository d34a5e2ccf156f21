import { defineEndpoint } from '#contract/endpoint.ts';
import { webhookRequest, webhookWithSecret } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'create-webhook',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook: events are posted to its URL, signed according to Standard Webhooks.',
  description: 'The secret is shown once. At most 20 webhooks.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'webhooks',
  wholeOrganization: true,
  idempotent: true,
  body: webhookRequest.meta({
    examples: [
      {
        url: 'https://hooks.example.com/scangate',
        events: ['scan.failed', 'waiver.*'],
        filter: { branches: ['main'] },
      },
    ],
  }),
  bodyLimitBytes: 65_536,
  responses: {
    201: {
      description: 'The webhook. A replay by Idempotency-Key returns it without its secret.',
      headers: ['ETag', 'Location'],
      schema: webhookWithSecret,
    },
  },
  problems: ['webhook_url_invalid', 'limit_reached', 'repository_not_found'],
  needs: { core: 'write', outbound: true, subscriberSecrets: 'encrypt' },
});
