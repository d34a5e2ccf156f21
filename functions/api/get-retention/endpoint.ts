import { retention } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-retention',
  method: 'GET',
  path: '/billing/retention',
  summary: 'How long scan payloads are kept, and how long the plan would.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: { 200: { description: 'In days.', schema: retention } },
  problems: [],
  needs: { core: 'read' },
});
