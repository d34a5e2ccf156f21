import { defineEndpoint } from '#contract/endpoint.ts';
import { organizationExport } from '#contract/schemas/organization-export.ts';

export const endpoint = defineEndpoint({
  name: 'start-export',
  method: 'POST',
  path: '/v1/organization/export',
  summary: 'Export all data of the organization.',
  description:
    'Records as JSON Lines, and the stored results of scans, in zip files without secrets. Once a day, on every plan.',
  roles: ['owner'],
  scopes: ['organization:read'],
  recent: true,
  whileClosing: true,
  responses: { 202: { description: 'The export is being written.', schema: organizationExport } },
  problems: [],
  needs: { core: 'write', exportWorkflow: 'start' },
});
