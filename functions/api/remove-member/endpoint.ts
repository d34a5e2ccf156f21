import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { packId } from '#contract/schemas/evidence/auditor-pack.ts';
import { id } from '#contract/schemas/resources.ts';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import { everyRole } from '@scangate/domain/identity/roles';
import { tokenKinds } from '@scangate/domain/identity/caller';

export const endpoint = defineEndpoint({
  name: 'remove-member',
  method: 'DELETE',
  path: '/v1/members/{personId}',
  summary: 'Remove a member, or leave; every credential of the person in this organization ends at once.',
  description:
    'Owners can remove anybody, admins can remove admins and members, and anybody can leave with their own personId. Removing somebody else needs the scope organization:write. The last owner cannot be removed. Hand over tokens and trust rules that should survive first.',
  roles: everyRole,
  wholeOrganization: true,
  scopes: [],
  params: z.object({ personId: id }),
  responses: {
    200: {
      description: 'The person, with the tokens, trust rules and links to auditor packs that ended.',
      schema: z.object({
        personId: id,
        tokens: z.array(z.object({ tokenId: id, name: z.string(), kind: z.enum(tokenKinds) })),
        trustRules: z.array(z.object({ trustId: id, name: z.string(), provider: z.enum(ciProviders) })),
        packLinks: z.array(z.object({ packId, linkId: id })),
      }),
    },
  },
  problems: ['member_not_found', 'person_required', 'conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', tokens: 'read' },
});
