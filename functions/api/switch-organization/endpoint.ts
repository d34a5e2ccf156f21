import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'switch-organization',
  method: 'POST',
  path: '/v1/session/organization',
  summary: 'Open another organization of the person; the session gets a new secret, and the old one ends.',
  roles: everyRole,
  scopes: [],
  session: true,
  whileClosing: true,
  body: z.strictObject({ organizationId: id }),
  responses: { 204: { description: 'The browser gets the new secret.', headers: ['Set-Cookie'] } },
  problems: ['organization_not_found', 'sign_in_refused'],
  needs: { core: 'write', tokens: 'write' },
});
