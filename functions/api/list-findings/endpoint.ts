import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { finding } from '#contract/schemas/finding.ts';
import { coverage, id, pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-findings',
  method: 'GET',
  path: '/v1/scans/{scanId}/findings',
  summary:
    'List the findings of a scan, most severe first, or get them as SARIF, CycloneDX VEX, JUnit or Markdown by `Accept`.',
  description: [
    'JSON comes in pages with the coverage of the scan; `limit` and `cursor` apply to JSON only.',
    'Every other format is a report of the whole scan, streamed unit by unit without a limit of size;',
    'a report that breaks off is not valid. Markdown shows as many of the worst findings as fit a comment',
    'of a code host. VEX has the vulnerabilities in dependencies only. In JUnit a test case fails for each',
    'finding that closes the gate.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject(paging),
  responses: {
    200: {
      description: 'A page of findings, or a report of all findings.',
      schema: pageOf(finding).extend({ coverage: z.array(coverage) }),
      alternatives: {
        'application/sarif+json': z.looseObject({ version: z.literal('2.1.0'), runs: z.array(z.unknown()) }),
        'application/vnd.cyclonedx+json': z.looseObject({
          bomFormat: z.literal('CycloneDX'),
          specVersion: z.literal('1.6'),
          vulnerabilities: z.array(z.unknown()),
        }),
        'application/junit+xml': z.string(),
        'application/xml': z.string(),
        'text/markdown': z.string(),
      },
    },
  },
  problems: ['invalid_cursor', 'scan_not_found', 'conflict', 'payload_expired'],
  needs: { core: 'read', blobs: { read: ['results'] } },
  stream: true,
  timeoutSeconds: 60,
});
