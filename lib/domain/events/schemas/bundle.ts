import * as z from 'zod';
import { count, eventSpec, id, instant, restOfList, sample, severity, text } from '../event-spec.ts';

const release = { bundleId: id, name: text, version: text, supportUntil: instant };

const member = z.object({ repositoryId: id, projectUnitId: id.optional() });

const example = {
  bundleId: sample.scanId,
  name: 'Acme Shop',
  version: '2.4.0',
  supportUntil: '2031-03-02T09:30:00.000Z',
};

export const bundleEvents = {
  'bundle.released': eventSpec({
    text: 'A version of a bundle was released.',
    schema: z.object({ ...release, verdict: z.enum(['PASS', 'FAIL']), members: count, link: text }),
    example: {
      ...example,
      verdict: 'PASS',
      members: 2,
      link: `/v1/bundles/${sample.scanId}/releases/2.4.0`,
    },
  }),
  'bundle.affected': eventSpec({
    text: 'Published advisories affect a supported release, or a waiver for one of them has ended.',
    schema: z.object({
      ...release,
      advisories: z.array(text).max(50),
      highestSeverity: severity,
      knownExploited: z.boolean(),
      earlyWarningDueAt: instant
        .optional()
        .meta({ description: 'When known to be exploited: 24 hours after the service learned of it.' }),
      total: count.meta({ description: 'The number of affected members.' }),
      members: z.array(member).max(50),
      ...restOfList,
    }),
    example: {
      ...example,
      advisories: ['GHSA-xvch-5gv4-984h'],
      highestSeverity: 'critical',
      knownExploited: true,
      earlyWarningDueAt: '2026-03-03T09:30:00.000Z',
      total: 1,
      members: [{ repositoryId: sample.repositoryId, projectUnitId: sample.projectUnitId }],
      more: 0,
    },
  }),
};
