import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'withdraw-invitation',
  method: 'DELETE',
  path: '/v1/invitations/{invitationId}',
  summary: 'Withdraw an open invitation; its link stops working.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  params: z.object({ invitationId: id }),
  responses: { 204: { description: 'Withdrawn.' } },
  problems: ['invitation_not_found', 'conflict'],
  needs: { core: 'write' },
});
