import { livenesses } from '@scangate/engines/model/gate/secret-liveness';
import * as z from 'zod';
import { pullRequestReasons } from '@scangate/domain/verdict/decide-pull-request-check';
import { thresholds } from '@scangate/engines/model/severity';
import { unusedReasons } from '@scangate/engines/model/gate/suppressions';
import { licenseData } from '../license-data.ts';
import {
  id,
  instant,
  verdictName,
  scanType,
  scanStatus,
  errorCode,
  severity,
  count,
  scanUnit,
  checksBy,
} from '../resources.ts';

const severityCounts = {
  critical: count,
  high: count,
  medium: count,
  low: count,
  unknown: count,
  total: count,
};

export const summary = z.object({
  vulnerabilities: z.object({ ...severityCounts, dependencies: count, code: count }).optional(),
  secrets: z.object(severityCounts).optional(),
  licenses: z.object({ compliant: count, nonCompliant: count, unknown: count, total: count }).optional(),
  severityThreshold: z.enum(thresholds),
});

export const coverage = z.object({
  projectUnitId: id,
  scanType,
  status: z.enum(['assessed', 'partial', 'unassessed']),
  assessed: count,
  gaps: z.array(
    z.object({
      reason: z.string(),
      file: z.string().optional(),
      count: count.optional(),
      files: z.array(z.string()).optional().meta({ description: 'The first of several files.' }),
    }),
  ),
  nothingToAssess: z.literal(true).optional().meta({ description: 'The unit has nothing of the kind.' }),
  canary: z
    .literal('found')
    .optional()
    .meta({ description: 'In this run the engine found a known-bad sample.' }),
  licenseData: licenseData.optional(),
});

const proposedSuppression = {
  file: z.string(),
  line: z.int(),
  entry: z.string().meta({ description: 'The entry or comment as it stands, without its reason.' }),
};

const differenceCounts = z.object({
  vulnerabilities: z.object({ ...severityCounts, dependencies: count, code: count }).optional(),
  secrets: z.object(severityCounts).optional(),
  licenses: z.object({ nonCompliant: count }).optional(),
});

/** The poms of the scan: a later judgment keeps what they resolved, and a new scan resolves by the current ones. */
export const pomSnapshot = z
  .object({ id: z.string().meta({ description: 'Digest of the poms.' }), poms: z.int() })
  .optional()
  .meta({ description: 'The published poms by which builds of Maven and Gradle were resolved in the scan.' });

const pullRequestCheck = z
  .object({
    verdict: verdictName,
    reason: z.enum(pullRequestReasons),
    reasons: z.array(z.enum(pullRequestReasons)),
    severityThreshold: z
      .enum(thresholds)
      .optional()
      .meta({ description: 'Absent when the scan ended before it was known.' }),
    base: z.object({
      commitHash: z.string().optional(),
      scanId: id.optional(),
      verified: z.boolean().meta({
        description:
          'Whether the base is proven to be reviewed; false for the base of an artifact, and for one that cannot be used.',
      }),
    }),
    introduced: differenceCounts,
    fixed: differenceCounts,
    unchanged: differenceCounts,
    introducedFingerprints: z
      .array(z.string())
      .optional()
      .meta({ description: 'The fingerprints of what is introduced, the worst first and at most 100.' }),
    coverageDropped: z.array(
      z.object({
        dimension: z.enum(['secrets', 'sast', 'dependencies']),
        path: z.string(),
        reason: z.string(),
      }),
    ),
    suppressionsProposed: z.array(z.object(proposedSuppression)),
    history: z
      .object({
        commits: z.int().meta({ description: 'The number of commits that were looked at.' }),
        secrets: z
          .array(
            z.object({
              commitHash: z.string(),
              file: z.string(),
              line: z.int(),
              rule: z.string(),
              severity,
              fingerprint: z.string(),
              liveness: z.enum(livenesses).optional().meta({
                description: 'The word of its provider, where the policy has it asked.',
              }),
            }),
          )
          .meta({
            description: 'The first secrets that were added and removed again; they count as introduced.',
          }),
        unread: z.array(z.string()).meta({ description: 'What was not looked at.' }),
      })
      .optional()
      .meta({ description: 'The commits between base and head.' }),
  })
  .meta({ description: 'Judges what the commit changes; present when the request named a base.' });

export const verdictPayload = z.object({
  scanId: id,
  status: scanStatus,
  verdict: verdictName.nullable(),
  reason: z.string(),
  reasons: z.array(z.string()),
  summary: summary.optional(),
  projectUnits: z.array(scanUnit),
  checksBy,
  errorCode: errorCode.optional(),
  judgedAt: instant.optional(),
  advisorySnapshot: z.object({ id: z.string(), builtAt: instant.optional() }).optional(),
  licenseSnapshot: z
    .object({ id: z.string(), day: z.string() })
    .optional()
    .meta({ description: 'The license data that was asked.' }),
  pomSnapshot,
  inventoryDigest: z.string().optional(),
  policyDigest: z.string().optional(),
  waiversDigest: z.string().optional(),
  suppressionsDigest: z.string().optional(),
  coverage: z.array(coverage).optional(),
  missingScanTypes: z.array(scanType).optional().meta({
    description:
      'Scan types that the organization requires and that did not run. Show a neutral result when there are any.',
  }),
  suppressionsProposed: z
    .array(z.object(proposedSuppression))
    .optional()
    .meta({ description: 'Suppressions that only this commit has: they count from the merge on.' }),
  suppressionsUnused: z
    .array(z.object({ ...proposedSuppression, reason: z.enum(unusedReasons) }))
    .optional()
    .meta({ description: 'Suppressions that suppress nothing.' }),
  suppressionsOmitted: z
    .object({ proposed: count, unused: count })
    .optional()
    .meta({ description: 'Numbers of suppressions that are not listed.' }),
  pullRequestCheck: pullRequestCheck.optional(),
  retryAfter: z.int().optional().meta({ description: 'Seconds; present with the reason wait_timeout.' }),
  poll: z
    .object({ path: z.string(), afterSeconds: z.array(z.int()).meta({ description: 'Before each look.' }) })
    .optional()
    .meta({
      description:
        'Present when no more requests may wait: ask this path after these seconds, the last again and again, until the scan has ended; then wait answers at once.',
    }),
});

/** Whether an owner or admin gets the daily mail about advisories; other roles never get it. */
