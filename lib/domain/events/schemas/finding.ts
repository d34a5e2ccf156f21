import * as z from 'zod';
import { trackedKinds } from '@scangate/domain/tracking/tracking-records';
import {
  commit,
  count,
  eventSpec,
  id,
  instant,
  repository,
  restOfList,
  sample,
  severity,
  text,
} from '../event-spec.ts';

const finding = z.object({
  fingerprint: id,
  projectUnitId: id,
  kind: z.enum(trackedKinds),
  severity,
  title: text,
  rule: text.meta({ description: 'The advisory, the rule or the license.' }),
  packageName: text.optional(),
  packageVersion: text.optional(),
  knownExploited: z.boolean(),
  fixable: z.boolean(),
});

const schema = z.object({
  repository,
  branch: text.meta({ description: 'The default branch.' }),
  commitHash: commit,
  scanId: id,
  advisorySnapshot: id
    .optional()
    .meta({ description: 'The published advisories that changed the judgment.' }),
  historyScanId: id
    .optional()
    .meta({ description: 'The look at the whole history that found them; it is the scan, too.' }),
  judgedAt: instant,
  total: count,
  highestSeverity: severity,
  findings: z.array(finding).max(50).meta({ description: 'The most severe first.' }),
  ...restOfList,
});

const example: z.output<typeof schema> = {
  repository: sample.repository,
  branch: 'main',
  commitHash: sample.commitHash,
  scanId: sample.scanId,
  judgedAt: sample.at,
  total: 1,
  highestSeverity: 'critical',
  findings: [
    {
      fingerprint: sample.fingerprint,
      projectUnitId: sample.projectUnitId,
      kind: 'vulnerability',
      severity: 'critical',
      title: 'Prototype pollution in minimist',
      rule: 'GHSA-xvch-5gv4-984h',
      packageName: 'minimist',
      packageVersion: '1.2.5',
      knownExploited: false,
      fixable: true,
    },
  ],
  more: 0,
};

export const findingEvents = {
  'finding.introduced': eventSpec({
    text: 'The default branch has findings that it did not have before: by a commit, by published advisories, or in its history.',
    schema,
    example,
  }),
  'finding.fixed': eventSpec({
    text: 'Findings of the default branch are fixed: the commit, or its history, was scanned and no longer has them.',
    schema,
    example,
  }),
};
