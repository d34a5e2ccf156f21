import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { organizationExport } from '#contract/schemas/organization-export.ts';

const file = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.url().meta({ description: 'Valid for 15 minutes.' }),
});

export const endpoint = defineEndpoint({
  name: 'list-exports',
  method: 'GET',
  path: '/v1/organization/export',
  summary: 'List the latest exports, with links to their files.',
  roles: ['owner'],
  scopes: ['organization:read'],
  recent: true,
  whileClosing: true,
  responses: {
    200: {
      description: 'The exports, newest first. The files of a completed one are kept for seven days.',
      schema: z.object({ items: z.array(organizationExport.extend({ files: z.array(file) })) }),
    },
  },
  problems: [],
  needs: { core: 'read', blobs: { link: ['exports'] } },
});
