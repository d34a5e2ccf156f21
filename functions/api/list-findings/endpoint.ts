import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { finding } from '#contract/schemas/finding.ts';
import { valueList } from '#contract/value-list.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { coverage } from '#contract/schemas/verdict/verdict-payload.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { findingFacets, findingKinds, findingSorts } from '@scangate/domain/reports/listing/select-findings';
import { reportNames } from '@scangate/domain/reports/report-names';
import { severities } from '@scangate/engines/model/severity';

const junit = z.string().meta({ examples: ['<testsuites tests="214" failures="0"></testsuites>'] });

/** Every field is in test/domain/reports/gitlab/report-schemas.ts, and in the schemas of GitLab. */
const securityReport = z
  .looseObject({ version: z.literal('15.2.1') })
  .meta({ examples: [{ version: '15.2.1', vulnerabilities: [] }] });
const codeQuality = z.array(z.unknown()).meta({
  examples: [
    [
      {
        description: 'minimist@1.2.5: Prototype Pollution in minimist. Fixed in 1.2.6.',
        check_name: 'GHSA-xvch-5gv4-984h',
        fingerprint: '6d1e1a312508653528e9a9a26d1c135b',
        severity: 'blocker',
        location: { path: 'package-lock.json', lines: { begin: 42 } },
      },
    ],
  ],
});

export const endpoint = defineEndpoint({
  name: 'list-findings',
  method: 'GET',
  path: '/v1/scans/{scanId}/findings',
  summary:
    'List the findings of a scan, most severe first, or get them as SARIF, CycloneDX VEX, JUnit, Markdown or a report of GitLab by `Accept`.',
  description: [
    'JSON comes in pages with the coverage of the scan. Filters, `sort`, `limit` and `cursor` apply to JSON only; of a',
    'filter with several values separated by commas one has to hold. A cursor continues the list with the same filters.',
    'Every other format is a report of the whole scan, streamed unit by unit; a report that breaks off is not',
    'valid. SARIF has the worst 5,000 findings and says how many it leaves out; Markdown shows as many of the',
    'worst as fit a comment of a code host. VEX has the vulnerabilities in dependencies only. In JUnit a test',
    'case fails for each finding that closes the gate. The reports of GitLab are Code Quality, and SAST, Secret',
    'Detection and Dependency Scanning by schema 15.2.1; they leave out what is suppressed or waived.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({
    ...paging,
    limit: z.int().min(1).max(1000).default(50).meta({ description: 'JSON only.' }),
    kind: valueList(findingKinds).optional(),
    severity: valueList(severities).optional(),
    suppressed: z.enum(['true', 'false']).optional().meta({
      description:
        'Only findings that a suppression or a waiver excludes from the verdict, or only the others.',
    }),
    projectUnitId: id.optional(),
    q: z.string().min(1).max(200).optional().meta({
      description:
        'Part of the title, file, package, version, purl, rule, advisory, CWE, license or message; case-insensitive.',
    }),
    sort: z.enum(findingSorts).default('severity').meta({
      description: 'Descending with `-`; `severity` starts with the most severe.',
    }),
    format: z.enum(reportNames).optional().meta({
      description: 'A report to save as a file, whatever `Accept` says: for links, which cannot send it.',
    }),
    facets: valueList(findingFacets).optional().meta({
      description:
        'Counts findings by these facets. Each facet ignores its own filter, so that its values stay comparable.',
    }),
  }),
  responses: {
    200: {
      description: 'A page of findings, or a report of all findings.',
      optionalHeaders: ['Content-Disposition'],
      schema: pageOf(finding).extend({
        total: z.int().meta({ description: 'The number of findings that match the filters.' }),
        facets: z
          .partialRecord(z.enum(findingFacets), z.record(z.string(), z.int()))
          .optional()
          .meta({ description: 'Counts of findings by facet and value; present if requested.' }),
        coverage: z.array(coverage),
      }),
      alternatives: {
        'application/sarif+json': z.looseObject({ version: z.literal('2.1.0'), runs: z.array(z.unknown()) }),
        'application/vnd.cyclonedx+json': z.looseObject({
          bomFormat: z.literal('CycloneDX'),
          specVersion: z.literal('1.6'),
          vulnerabilities: z.array(z.unknown()),
        }),
        'application/vnd.gitlab.code-quality+json': codeQuality,
        'application/vnd.gitlab.sast+json': securityReport,
        'application/vnd.gitlab.secret-detection+json': securityReport,
        'application/vnd.gitlab.dependency-scanning+json': securityReport,
        'application/junit+xml': junit,
        'application/xml': junit,
        'text/markdown': z.string().meta({ examples: ['**PASS**: nothing at or above critical.\n'] }),
      },
    },
  },
  problems: ['invalid_cursor', 'scan_not_found', 'conflict', 'payload_expired'],
  needs: { core: 'read', blobs: { read: ['results'] } },
  stream: true,
  timeoutSeconds: 60,
});
