import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { advisoryDigest, id, member, role } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-member',
  method: 'PATCH',
  path: '/v1/members/{personId}',
  summary:
    "Change a member's role, or whether the member gets the advisory digest. Admins can grant and revoke the roles admin and member, owners every role; the last owner keeps the role.",
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  params: z.object({ personId: id }),
  body: z
    .strictObject({ role: role.optional(), advisoryDigest: advisoryDigest.optional() })
    .refine((body) => Object.keys(body).length > 0, 'Give a role or advisoryDigest.')
    .meta({ examples: [{ role: 'admin' }, { advisoryDigest: 'off' }] }),
  responses: { 200: { description: 'The member.', schema: member } },
  problems: ['member_not_found', 'conflict'],
  needs: { core: 'write' },
});
