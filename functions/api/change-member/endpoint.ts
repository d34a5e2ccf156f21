import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, member, role } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-member',
  method: 'PATCH',
  path: '/v1/members/{personId}',
  summary:
    "Change a member's role. Only an owner can grant or revoke the role owner, and the last owner stays.",
  roles: managers,
  scopes: ['organization:write'],
  params: z.object({ personId: id }),
  body: z.strictObject({ role }),
  responses: { 200: { description: 'The member.', schema: member } },
  problems: ['member_not_found', 'conflict'],
  needs: { core: 'write' },
});
