import * as z from 'zod';
import { errorCodes } from '@scangate/engines/model/failure';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { thresholds } from '@scangate/engines/model/severity';
import { commit, count, eventSpec, findingCounts, id, repository, sample, text } from '../event-spec.ts';

/** The fields that every event of a scan has. */
const scan = {
  scanId: id,
  repository,
  commitHash: commit,
  branch: text.optional().meta({ description: 'As the request named it.' }),
  pullRequest: z.object({ number: count }).optional(),
  projectUnitId: id.optional().meta({ description: 'The only unit that was scanned.' }),
  scanTypes: z.array(z.enum(scanTypes)).max(scanTypes.length),
  link: text.meta({ description: 'The path of the scan at the API.' }),
};

const reasons = {
  reason: text.meta({ description: 'The first of `reasons`.' }),
  reasons: z.array(text).max(20),
};
const judged = { severityThreshold: z.enum(thresholds), counts: findingCounts };
const complete = z.boolean().meta({
  description:
    'Every required type ran, and each assessed all of its subject, as the signed verdict says it.',
});

const exampleScan = {
  scanId: sample.scanId,
  repository: sample.repository,
  commitHash: sample.commitHash,
  branch: 'main',
  scanTypes: [...scanTypes],
  link: `/v1/scans/${sample.scanId}`,
};

const failed = {
  reason: 'critical_vulnerabilities_found',
  reasons: ['critical_vulnerabilities_found'],
  severityThreshold: 'critical' as const,
  counts: {
    vulnerabilities: {
      critical: 1,
      high: 2,
      medium: 0,
      low: 0,
      unknown: 0,
      total: 3,
      dependencies: 3,
      code: 0,
    },
    secrets: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 },
    licenses: { nonCompliant: 0 },
  },
  complete: true,
};

export const scanEvents = {
  'scan.completed': eventSpec({
    text: 'A scan ended with a verdict, PASS or FAIL.',
    schema: z.object({ ...scan, verdict: z.enum(['PASS', 'FAIL']), ...reasons, ...judged, complete }),
    example: { ...exampleScan, verdict: 'FAIL', ...failed },
  }),
  'scan.failed': eventSpec({
    text: 'A scan did not pass: its verdict is FAIL (sent in addition to `scan.completed`) or ERROR (nothing was judged).',
    schema: z.object({
      ...scan,
      verdict: z.enum(['FAIL', 'ERROR']),
      ...reasons,
      errorCode: z.enum(errorCodes).optional().meta({ description: 'Why nothing was judged.' }),
      severityThreshold: judged.severityThreshold.optional(),
      counts: judged.counts.optional(),
      complete: complete.optional(),
    }),
    example: { ...exampleScan, verdict: 'FAIL', ...failed },
  }),
  'scan.cancelled': eventSpec({
    text: 'A scan was canceled. Its verdict is ERROR.',
    schema: z.object({ ...scan, verdict: z.literal('ERROR') }),
    example: { ...exampleScan, verdict: 'ERROR' },
  }),
  'history_scan.ended': eventSpec({
    text: 'A secret scan of a repository history ended.',
    schema: z.object({
      historyScanId: id.meta({ description: 'The history scan.' }),
      repositoryId: id,
      status: z.enum(['completed', 'failed', 'cancelled']),
      secrets: count.meta({ description: 'The different secrets that were found.' }),
      gone: count.meta({ description: 'Those that the default branch does not have any more.' }),
      refunded: count.meta({ description: 'The credits for parts that nobody could look at.' }),
      link: text,
    }),
    example: {
      historyScanId: sample.scanId,
      repositoryId: sample.repositoryId,
      status: 'completed',
      secrets: 3,
      gone: 2,
      refunded: 0,
      link: `/v1/repositories/${sample.repositoryId}/history-scans/${sample.scanId}`,
    },
  }),
};
