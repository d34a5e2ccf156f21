import * as z from 'zod';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import { roles, scopes } from '@scangate/domain/identity/roles';
import { tokenKinds } from '@scangate/domain/identity/caller';
import { errorCodes } from '@scangate/engines/model/failure';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { severities } from '@scangate/engines/model/severity';
import { laterCharges, laterRefunds } from './later-costs.ts';

/** A UUID of any version. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'An id is a UUID.');
export const instant = z.string().meta({ format: 'date-time' });

/** An instant, or a date that stands for one of its instants. */
export const instantOrDate = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const commitHash = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, 'A full commit hash has 40 or 64 hexadecimal characters.');

export const verdictName = z.enum(['PASS', 'FAIL', 'ERROR']);
export const sourceTrigger = z.enum(['api', 'cli', 'manual']);
export const scanType = z.enum(scanTypes);
export const scanStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export const role = z.enum(roles);
export const scope = z.enum(scopes);
export const errorCode = z.enum(errorCodes);
export const severity = z.enum(severities);
export const count = z.int().min(0);

/** An amount of money, which is negative for a credit. */
export const amount = z.int().meta({ description: 'In the smallest units of the currency.' });

export const paging = {
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().max(1024).optional(),
};

/** The schema of a page of a list, with the cursor of the next one. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().optional() });

/** The run of a CI, as its JWT describes it. */
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
  // oxlint-disable-next-line no-control-regex -- control characters are what it refuses
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'A name has no control characters.');

/** A git branch has no control character and no lone surrogate in its name. */
export const branchName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]{0,255}$/u, 'The name of a branch has no control characters.');

export const scanUnit = z.object({
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

export const checksBy = z.enum(['service', 'client']).meta({
  description:
    'Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.',
});

export const skippedScanType = z.object({ scanType, reason: z.string() });

const comparedWith = {
  baseCommitHash: z.string().optional(),
  baseScanId: id.optional(),
  pullRequest: z.object({ number: z.int(), url: z.string().optional() }).optional(),
};

const ofPipeline = {
  ci: ciRun.optional(),
  pipelineStatement: z.literal('missing').optional().meta({
    description: '`ci` and the URL of `pullRequest` are lost, or were purged.',
  }),
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
  ...ofPipeline,
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
  ...ofPipeline,
  checksBy,
  scanTypes: z.array(scanType),
  createdAt: instant,
  startedAt: instant.optional(),
  finishedAt: instant.optional(),
  errorCode: errorCode.optional(),
  projectUnits: z.array(scanUnit),
});

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
  /** The token that issued this one; revoking it revokes this one too. */
  parentId: id.optional(),
  /** Absent for all repositories. */
  repositoryIds: z.array(id).optional(),
  hint: z.string(),
  createdAt: instant,
  expiresAt: instant.optional(),
  lastUsedAt: instant.optional(),
  revokedAt: instant.optional(),
});
