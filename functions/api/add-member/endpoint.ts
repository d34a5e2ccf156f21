import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instant, member, role } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'add-member',
  method: 'POST',
  path: '/v1/members',
  summary: 'Add a person; the answer holds a first personal token to hand over, shown once.',
  description:
    'Only an owner can add an owner, and only a credential with every scope of the role can add a person.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  idempotent: true,
  body: z.strictObject({ email: z.email().max(254), role }),
  responses: {
    201: {
      description: 'The member. A replay by Idempotency-Key returns no token.',
      schema: member.extend({ invitation: z.object({ token: z.string(), expiresAt: instant }).optional() }),
    },
  },
  problems: ['conflict'],
  needs: { core: 'write', tokens: 'write' },
});
