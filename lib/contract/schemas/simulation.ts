import * as z from 'zod';
import { commitHash, id, verdictName } from './resources.ts';

const judged = z.object({ verdict: verdictName, reason: z.string(), reasons: z.array(z.string()) });

export const simulation = z.object({
  judged: z.int().min(0).meta({ description: 'The number of scans that were judged.' }),
  isComplete: z.boolean().meta({ description: 'Whether every scan of these days was judged.' }),
  repositories: z.array(
    z.object({
      repositoryId: id,
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
});
