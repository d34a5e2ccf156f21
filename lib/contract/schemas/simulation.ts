import * as z from 'zod';
import { commitHash, id, verdictName } from './resources.ts';

const judged = z.object({ verdict: verdictName, reason: z.string(), reasons: z.array(z.string()) });

export const simulation = z
  .object({
    judged: z.int().min(0).meta({ description: 'The number of scans that were judged.' }),
    isComplete: z.boolean().meta({ description: 'Whether every scan of these days was judged.' }),
    repositories: z.array(
      z.object({
        repositoryId: id,
        fullName: z.string().optional(),
        judged: z.int().min(1),
        flips: z.array(
          z.object({ scanId: id, commitHash, branch: z.string().optional(), before: judged, after: judged }),
        ),
      }),
    ),
    notLookedAt: z.array(
      z.object({
        reason: z.string().meta({
          description:
            'limit: too many scans. time: time ran out. payload_expired, not_assessed: nothing to judge.',
        }),
        scans: z.int().min(1),
      }),
    ),
  })
  .meta({
    examples: [
      {
        judged: 12,
        isComplete: false,
        repositories: [
          {
            repositoryId: '0190a0b0-0000-4000-8000-000000000003',
            fullName: 'acme/shop',
            judged: 12,
            flips: [
              {
                scanId: '0190a0b0-0000-4000-8000-000000000004',
                commitHash: 'a'.repeat(40),
                branch: 'main',
                before: { verdict: 'PASS', reason: 'no_issues_found', reasons: ['no_issues_found'] },
                after: {
                  verdict: 'FAIL',
                  reason: 'vulnerabilities_above_threshold',
                  reasons: ['vulnerabilities_above_threshold'],
                },
              },
            ],
          },
        ],
        notLookedAt: [{ reason: 'payload_expired', scans: 3 }],
      },
    ],
  });
