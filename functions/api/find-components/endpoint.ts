import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { foundComponent } from '#contract/schemas/component.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'find-components',
  method: 'GET',
  path: '/v1/components',
  summary: 'Find where a package is used on the default branches of all repositories.',
  description: [
    'The answer comes from the newest commit that is proven to be on the default branch, for each project unit:',
    'in which versions it uses the package and by what path. A page may have fewer items than its limit; the list',
    'ends where `nextCursor` is absent.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  query: z.strictObject({
    ...paging,
    purl: z
      .string()
      .min(1)
      .max(512)
      .meta({
        description:
          'A package URL without version, with one, or with a version range in the syntax of its ecosystem.',
        examples: ['pkg:npm/lodash', 'pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@<4.17.21'],
      }),
  }),
  responses: {
    200: { description: 'A page of project units that use the package.', schema: pageOf(foundComponent) },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
