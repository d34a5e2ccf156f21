import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { organization, organizationName } from '#contract/schemas/identity/organization.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-organization',
  method: 'PATCH',
  path: '/v1/organization',
  summary: 'Rename the organization.',
  roles: managers,
  scopes: ['organization:write'],
  body: z.strictObject({ name: organizationName }).meta({ examples: [{ name: 'Example' }] }),
  responses: { 200: { description: 'The organization.', schema: organization } },
  problems: ['organization_not_found', 'conflict'],
  needs: { core: 'write' },
});
