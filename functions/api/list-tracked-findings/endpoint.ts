import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, pageOf, paging, severity } from '#contract/schemas/resources.ts';
import {
  trackedFinding,
  trackedFindingExample,
  trackedKind,
  trackedState,
} from '#contract/schemas/tracked-finding.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { unassigned } from '@scangate/domain/tracking/finding-view';

const days = z.int().min(0).max(3650).optional();
const flag = z.enum(['true', 'false']).optional();

export const endpoint = defineEndpoint({
  name: 'list-tracked-findings',
  method: 'GET',
  path: '/v1/findings',
  summary:
    'List the findings on the default branches of all repositories: open ones and the most severe first.',
  description:
    'A page may have fewer items than its limit; the list ends where `nextCursor` is absent. One page examines at most ' +
    '1,000 findings. Findings follow commits that are proven to be on the default branch, never an older one over a newer.',
  roles: everyRole,
  scopes: ['scans:read'],
  query: z.strictObject({
    ...paging,
    limit: z.int().min(1).max(1000).default(50),
    kind: trackedKind.optional(),
    severity: severity.optional(),
    repositoryId: id.optional(),
    state: trackedState.optional(),
    assignee: z
      .union([z.literal(unassigned), id])
      .optional()
      .meta({ description: 'A person, or none.' }),
    minAgeDays: days.meta({ description: 'First seen at least this many days ago.' }),
    maxAgeDays: days.meta({ description: 'First seen at most this many days ago.' }),
    fixable: flag,
    knownExploited: flag,
    view: z.enum(['gate']).optional().meta({ description: '`gate` adds the `fullName` of each repository.' }),
  }),
  responses: {
    200: {
      description: 'A page of tracked findings.',
      schema: pageOf(trackedFinding).meta({ examples: [{ items: [trackedFindingExample] }] }),
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
