import * as z from 'zod';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import { roles, scopes, tokenKinds } from '@scangate/domain/identity/roles';
import { pullRequestReasons } from '@scangate/domain/verdict/pull-request-check';
import { errorCodes } from '@scangate/engines/model/failure';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { severities, thresholds } from '@scangate/engines/model/severity';
import { unusedReasons } from '@scangate/engines/model/gate/suppressions';
import { laterCharges, laterRefunds } from './later-costs.ts';
import { licenseData } from './license-data.ts';

/** A UUID of any version. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'An id is a UUID.');
export const instant = z.string().meta({ format: 'date-time' });

export const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const commitHash = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, 'A full commit hash has 40 or 64 hexadecimal characters.');

export const verdictName = z.enum(['PASS', 'FAIL', 'ERROR']);
export const sourceTrigger = z.enum(['api', 'cli', 'manual']);
export const scanType = z.enum(scanTypes);
export const scanStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export const role = z.enum(roles);
export const scope = z.enum(scopes);
const errorCode = z.enum(errorCodes);
export const severity = z.enum(severities);
const count = z.int().min(0);

export const paging = {
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().max(1024).optional(),
};
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().optional() });

/** The run of a CI, in the words of its JWT. */
const ciRun = z
  .object({
    provider: z.enum(ciProviders),
    repository: z.string().optional(),
    ref: z.string().optional(),
    runId: z.string().optional(),
    actor: z.string().optional(),
  })
  .meta({ description: 'The run of the CI whose JWT was exchanged; nothing is decided by it.' });

/** A name that a person gives: one line without control characters. */
export const label = z
  .string()
  .min(1)
  .max(100)
  // eslint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'A name has no control characters.');

/** A git branch has no control character and no lone surrogate in its name. */
export const branchName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'The name of a branch has no control characters.');

const scanUnit = z.object({
  projectUnitId: id,
  path: z.string(),
  type: z.string(),
  status: scanStatus,
  error: z.string().optional(),
  errorCode: errorCode.optional(),
  reusedFrom: id.optional().meta({
    description: 'The scan whose result the unit reuses, because nothing in it has changed.',
  }),
});

const checksBy = z.enum(['service', 'client']).meta({
  description:
    'Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.',
});

export const skippedScanType = z.object({ scanType, reason: z.string() });

const comparedWith = {
  baseCommitHash: z.string().optional(),
  baseScanId: id.optional(),
  pullRequest: z.object({ number: z.int(), url: z.string().optional() }).optional(),
};

export const createdScan = z.object({
  scanId: id,
  status: scanStatus,
  repositoryId: id,
  commitHash: z.string(),
  branch: z.string().optional(),
  projectUnitId: id.optional(),
  ...comparedWith,
  scanTypes: z.array(scanType),
  skippedScanTypes: z.array(skippedScanType),
  sourceTrigger,
  ci: ciRun.optional(),
  checksBy,
  deduplicated: z.boolean(),
  credits: z
    .object({ core: count, sast: count })
    .meta({ description: 'The credits that this request debited, for all registered project units.' }),
  laterCharges: laterCharges.optional(),
  laterRefunds: laterRefunds.optional(),
  createdAt: instant,
});

export const scanState = z.object({
  scanId: id,
  status: scanStatus,
  repositoryId: id,
  commitHash: z.string(),
  branch: z.string().optional(),
  ...comparedWith,
  sourceTrigger,
  ci: ciRun.optional(),
  checksBy,
  scanTypes: z.array(scanType),
  createdAt: instant,
  startedAt: instant.optional(),
  finishedAt: instant.optional(),
  errorCode: errorCode.optional(),
  projectUnits: z.array(scanUnit),
});

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
});

/** Whether an owner or admin gets the daily mail about advisories; nobody else gets it. */
export const advisoryDigest = z.enum(['daily', 'off']).meta({
  description: 'The daily mail about published advisories, which only owners and admins get.',
});

export const member = z.object({ personId: id, email: z.string(), role, joinedAt: instant, advisoryDigest });

export const token = z.object({
  tokenId: id,
  kind: z.enum(tokenKinds),
  name: z.string(),
  personId: id,
  scopes: z.array(scope),
  /** The token that made it, and ends it with itself. */
  parentId: id.optional(),
  /** Absent for all of them. */
  repositoryIds: z.array(id).optional(),
  hint: z.string(),
  createdAt: instant,
  expiresAt: instant.optional(),
  lastUsedAt: instant.optional(),
  revokedAt: instant.optional(),
});
