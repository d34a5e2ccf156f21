import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { sbomNames } from '@scangate/domain/reports/report-names';

export const endpoint = defineEndpoint({
  name: 'get-sbom',
  method: 'GET',
  path: '/v1/scans/{scanId}/sbom',
  summary:
    'Get the SBOM of a scan or of one of its project units, as CycloneDX 1.6 or by `Accept` as SPDX 2.3.',
  description: 'An export: the plan must include proof_export.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({
    projectUnitId: id.optional(),
    format: z.enum(sbomNames).optional().meta({
      description: 'A document to save as a file, whatever `Accept` says: for links, which cannot send it.',
    }),
  }),
  responses: {
    200: {
      description: 'A CycloneDX or SPDX document.',
      optionalHeaders: ['Content-Disposition'],
      schema: z.record(z.string(), z.unknown()).meta({
        examples: [
          {
            bomFormat: 'CycloneDX',
            specVersion: '1.6',
            version: 1,
            components: [
              { type: 'library', name: 'minimist', version: '1.2.5', purl: 'pkg:npm/minimist@1.2.5' },
            ],
          },
        ],
      }),
      mediaTypes: ['application/vnd.cyclonedx+json'],
      alternatives: {
        'application/spdx+json': z.looseObject({ spdxVersion: z.literal('SPDX-2.3') }),
      },
    },
  },
  problems: ['scan_not_found', 'sbom_not_found', 'project_unit_not_found', 'conflict', 'payload_expired'],
  needs: { core: 'read', blobs: { read: ['results'] } },
  stream: true,
  timeoutSeconds: 60,
});
