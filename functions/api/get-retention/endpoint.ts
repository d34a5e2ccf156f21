import { retention } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-retention',
  method: 'GET',
  path: '/billing/retention',
  summary: 'Get how long scan payloads are kept, and the maximum of the plan.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: { 200: { description: 'The retention in days.', schema: retention } },
  problems: [],
  needs: { core: 'read' },
});
