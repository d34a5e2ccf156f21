import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { token } from '#contract/schemas/resources.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-directory-tokens',
  method: 'GET',
  path: '/v1/organization/directory-tokens',
  summary: 'List the tokens of the directory, without secrets.',
  roles: owners,
  scopes: ['organization:read'],
  capability: 'sso_full',
  session: true,
  recent: true,
  responses: {
    200: {
      description: 'The tokens, with those that ended.',
      schema: z.object({ items: z.array(token) }).meta({
        examples: [
          {
            items: [
              {
                tokenId: '0197c0de-0000-7000-8000-0000000000c3',
                kind: 'directory',
                name: 'Directory',
                personId: '0197c0de-0000-7000-8000-0000000000b1',
                scopes: [],
                hint: 'sgd_9aB1',
                createdAt: '2026-03-01T12:00:00.000Z',
              },
            ],
          },
        ],
      }),
    },
  },
  problems: [],
  needs: { core: 'read', tokens: 'read' },
});
