import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { rotation, webhookWithSecret } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/secret',
  summary: 'Rotate the secret of a webhook; the new one is shown once.',
  description:
    'The previous secret also signs for 24 hours, or for `overlapHours`, so that no delivery is refused.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'webhooks',
  wholeOrganization: true,
  idempotent: true,
  params: z.object({ webhookId: id }),
  body: rotation.meta({ examples: [{ overlapHours: 24 }] }),
  responses: {
    200: {
      description: 'The webhook with its new secret. A replay by Idempotency-Key returns it without.',
      schema: webhookWithSecret,
    },
  },
  problems: ['webhook_not_found', 'limit_reached', 'etag_mismatch'],
  needs: { core: 'write', subscriberSecrets: 'encrypt' },
});
