import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { auditorPack } from '#contract/schemas/evidence/auditor-pack.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-auditor-packs',
  method: 'GET',
  path: '/v1/auditor-packs',
  summary: 'List the auditor packs, newest first.',
  roles: managers,
  scopes: ['organization:read', 'billing:read'],
  wholeOrganization: true,
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of packs.', schema: pageOf(auditorPack) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
