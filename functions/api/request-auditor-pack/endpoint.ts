import { defineEndpoint } from '#contract/endpoint.ts';
import { auditorPack, packOrder } from '#contract/schemas/evidence/auditor-pack.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'request-auditor-pack',
  method: 'POST',
  path: '/v1/auditor-packs',
  summary:
    'Request an auditor pack: a signed zip of verdicts, policies, waivers, people, ledger and invoices.',
  description:
    'A pack covers at most 366 days and 100,000 scans; an organization can request at most 5 a day, and each is kept for 30 days. A client organization gets neither the ledger nor the invoices of its parent.',
  roles: managers,
  scopes: ['organization:read', 'billing:read'],
  capability: 'auditor_export',
  wholeOrganization: true,
  body: packOrder,
  responses: { 202: { description: 'The pack is being written.', schema: auditorPack } },
  problems: ['pack_period_invalid', 'repository_not_found', 'limit_reached'],
  needs: { core: 'write', auditorPackWorkflow: 'start' },
});
