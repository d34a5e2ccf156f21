import * as z from 'zod';
import { thresholds } from '@scangate/engines/model/severity';
import { commit, count, eventSpec, findingCounts, id, repository, sample, text } from '../event-spec.ts';

const noCounts = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 };

export const pullRequestCheckEvents = {
  'pull_request_check.completed': eventSpec({
    text: 'The check of a scan that was compared with a base is complete: it judges what the commit changes.',
    schema: z.object({
      scanId: id,
      repository,
      commitHash: commit,
      branch: text.optional(),
      pullRequest: z.object({ number: count }).optional(),
      verdict: z.enum(['PASS', 'FAIL', 'ERROR']),
      reason: text.meta({ description: 'The first of `reasons`.' }),
      reasons: z.array(text).max(20),
      severityThreshold: z.enum(thresholds).optional(),
      base: z.object({ commitHash: commit.optional(), scanId: id.optional(), verified: z.boolean() }),
      introduced: findingCounts,
      fixed: findingCounts,
      coverageDropped: count.meta({
        description: 'The number of files and sets of dependencies not looked at any more.',
      }),
      link: text.meta({ description: 'The path of the scan at the API.' }),
    }),
    example: {
      scanId: sample.scanId,
      repository: sample.repository,
      commitHash: sample.commitHash,
      branch: 'checkout-page',
      pullRequest: { number: 42 },
      verdict: 'FAIL',
      reason: 'introduced_secrets',
      reasons: ['introduced_secrets'],
      severityThreshold: 'high',
      base: { commitHash: sample.baseHash, verified: true },
      introduced: { secrets: { ...noCounts, critical: 1, total: 1 } },
      fixed: { secrets: noCounts },
      coverageDropped: 0,
      link: `/v1/scans/${sample.scanId}`,
    },
  }),
};
