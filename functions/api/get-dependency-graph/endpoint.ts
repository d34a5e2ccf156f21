import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

const node = z.object({
  purl: z.string().meta({ description: 'The package URL; without one, name and version.' }),
  version: z.string().optional(),
  direct: z.boolean(),
  scope: z.enum(['required', 'optional', 'dev']),
  findings: z
    .int()
    .min(0)
    .meta({ description: 'Vulnerabilities and licenses that count against the package.', examples: [1] }),
});

export const endpoint = defineEndpoint({
  name: 'get-dependency-graph',
  method: 'GET',
  path: '/v1/scans/{scanId}/graph',
  summary: 'Get the dependency graph of a scan, or every path to one package.',
  description: [
    `At most 200 packages, always the same ones: with \`purl\` those on the shortest ways to the package first, without it`,
    'those with findings first. Every package is shown with a way that leads to it.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({
    purl: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({ description: 'Only paths to this package; without a version, to each of its versions.' }),
    projectUnitId: id.optional(),
  }),
  responses: {
    200: {
      description: 'The graph. It is empty for a package that the scan did not find.',
      schema: z.object({
        nodes: z.array(node).meta({ description: 'The packages, by package URL.' }),
        edges: z.array(z.array(z.string()).min(2).max(2)).meta({
          description: 'From a package to one that it depends on.',
          examples: [[['pkg:npm/mkdirp@0.5.5', 'pkg:npm/minimist@1.2.5']]],
        }),
        truncated: z.boolean().meta({ description: 'Whether packages were left out.' }),
      }),
    },
  },
  problems: ['scan_not_found', 'sbom_not_found', 'project_unit_not_found', 'conflict', 'payload_expired'],
  needs: { core: 'read', blobs: { read: ['results'] } },
  memoryMb: 1024,
});
