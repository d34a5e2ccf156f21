import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import {
  branchName,
  commitHash,
  id,
  instantOrDate,
  pageOf,
  paging,
  scanState,
  scanStatus,
  sourceTrigger,
  verdictName,
} from '#contract/schemas/resources.ts';
import { summary } from '#contract/schemas/verdict/verdict-payload.ts';
import { everyRole } from '@scangate/domain/identity/roles';

const gated = scanState.extend({
  fullName: z.string().optional().meta({ description: 'With `view=gate`: the repository.' }),
  verdict: verdictName
    .nullable()
    .optional()
    .meta({ description: 'With `view=gate`: the first verdict; null until the scan ends.' }),
  reason: z.string().optional().meta({ description: 'With `view=gate`: the reason of the verdict.' }),
  summary: summary.optional().meta({ description: 'With `view=gate`: what was found.' }),
});

export const endpoint = defineEndpoint({
  name: 'list-scans',
  method: 'GET',
  path: '/v1/scans',
  summary: 'List scans, newest first.',
  description: [
    'A page may be shorter than its limit and still have a `nextCursor`: one answer examines at most 1,000 scans.',
    'A cursor continues the list with the same filters and no other. `from` and `to` are about the creation and',
    'included; a date is that whole day (UTC).',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  query: z.strictObject({
    ...paging,
    repositoryId: id.optional(),
    commit: commitHash.optional(),
    branch: branchName.optional(),
    status: scanStatus.optional(),
    verdict: verdictName.optional(),
    sourceTrigger: sourceTrigger.optional(),
    from: instantOrDate.optional(),
    to: instantOrDate.optional(),
    view: z.enum(['gate']).optional().meta({
      description: '`gate` adds the name of the repository and the verdict to each scan.',
    }),
  }),
  hints: { '/commitHash': 'Use commit.', '/commitSha': 'Use commit.' },
  responses: {
    200: {
      description: 'A page of scans.',
      schema: pageOf(gated).extend({
        hint: z.string().optional().meta({ description: 'Says that no scan names the requested branch.' }),
      }),
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read', blobs: { read: ['pipelines'] } },
});
