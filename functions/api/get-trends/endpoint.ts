import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { trendDay } from '#contract/schemas/tracked-finding.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-trends',
  method: 'GET',
  path: '/v1/trends',
  summary: 'Get the findings on default branches day by day: open by severity, opened, fixed, days to fix.',
  roles: everyRole,
  wholeOrganization: true,
  scopes: ['scans:read'],
  query: z.strictObject({
    days: z.int().min(1).max(366).default(30).meta({ description: 'The last days in UTC, today included.' }),
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
                meanDaysToFix: 8.25,
              },
            ],
          },
        ],
      }),
    },
  },
  problems: [],
  needs: { core: 'read' },
});
