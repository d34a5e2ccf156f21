import { defineEndpoint } from '#contract/endpoint.ts';
import { organizationExport } from '#contract/schemas/organization-export.ts';

export const endpoint = defineEndpoint({
  name: 'start-export',
  method: 'POST',
  path: '/v1/organization/export',
  summary: 'Export everything that the organization has.',
  description:
    'Records as JSON Lines, and the results of scans as they are stored, in zip files; no secret is in it. Once a day, on every plan.',
  roles: ['owner'],
  scopes: ['organization:read'],
  recent: true,
  whileClosing: true,
  responses: { 202: { description: 'The export is being written.', schema: organizationExport } },
  problems: [],
  needs: { core: 'write', exportWorkflow: 'start' },
});
