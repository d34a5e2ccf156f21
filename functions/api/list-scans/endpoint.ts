import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import {
  branchName,
  commitHash,
  id,
  pageOf,
  paging,
  scanState,
  scanStatus,
  verdictName,
} from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-scans',
  method: 'GET',
  path: '/v1/scans',
  summary: 'List scans, newest first.',
  description:
    'A page may be shorter than its limit and still have a `nextCursor`: one answer examines at most 1,000 scans.',
  roles: everyRole,
  scopes: ['scans:read'],
  query: z.strictObject({
    ...paging,
    repositoryId: id.optional(),
    commit: commitHash.optional(),
    branch: branchName.optional(),
    status: scanStatus.optional(),
    verdict: verdictName.optional(),
  }),
  hints: { '/commitHash': 'Use commit.', '/commitSha': 'Use commit.' },
  responses: {
    200: {
      description: 'A page of scans.',
      schema: pageOf(scanState).extend({
        hint: z
          .string()
          .optional()
          .meta({ description: 'Says that no scan names the branch which was asked for.' }),
      }),
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
