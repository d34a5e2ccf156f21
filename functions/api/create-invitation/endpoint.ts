import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { invitation } from '#contract/schemas/identity/invitations.ts';
import { role } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'create-invitation',
  method: 'POST',
  path: '/v1/invitations',
  summary:
    'Invite somebody by mail; the link works once, for 7 days, for a sign-in with that verified address.',
  description:
    'Owners can invite to every role, admins to admin and member. Only the invited person sees the link. An earlier open invitation of the same address is withdrawn. An organization has at most 100 open invitations, and sends at most 50 a day and 3 a day to one address (429).',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  idempotent: true,
  body: z
    .strictObject({ email: z.email().max(254), role })
    .meta({ examples: [{ email: 'ada@example.com', role: 'member' }] }),
  responses: { 201: { description: 'The invitation, which is mailed within minutes.', schema: invitation } },
  problems: ['conflict', 'mail_unavailable'],
  needs: { core: 'write', mailOutbox: true },
});
