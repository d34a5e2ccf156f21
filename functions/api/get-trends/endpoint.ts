import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { trendDay } from '#contract/schemas/tracked-finding.ts';
import { maxTrendDays } from '@scangate/domain/tracking/trend-days';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-trends',
  method: 'GET',
  path: '/v1/trends',
  summary:
    'Get the findings on default branches day by day: open by severity, opened, fixed, days to fix; and its scans by verdict.',
  roles: everyRole,
  wholeOrganization: true,
  scopes: ['scans:read'],
  query: z.strictObject({
    days: z
      .int()
      .min(1)
      .max(maxTrendDays)
      .default(30)
      .meta({ description: 'The number of days (UTC) up to `to`, instead of `from`.' }),
    from: z.iso
      .date()
      .optional()
      .meta({ description: `The first day; at most ${maxTrendDays} before \`to\`.` }),
    to: z.iso.date().optional().meta({ description: 'The last day, inclusive; defaults to today.' }),
    repositoryId: id
      .optional()
      .meta({ description: 'One repository, from the day on which its trends started.' }),
  }),
  responses: {
    200: {
      description: 'A row for each day, the oldest first.',
      schema: z.object({ days: z.array(trendDay) }).meta({
        examples: [
          {
            days: [
              {
                day: '2026-03-01',
                open: { critical: 1, high: 4, medium: 7, low: 2, unknown: 0, total: 14 },
                waived: 3,
                opened: 2,
                fixed: 5,
                verdicts: { pass: 6, fail: 2, error: 1 },
                meanDaysToFix: 8.25,
              },
            ],
          },
        ],
      }),
    },
  },
  problems: ['repository_not_found'],
  needs: { core: 'read' },
});
