import { retention } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'get-retention',
  method: 'GET',
  path: '/billing/retention',
  summary: 'How long scan payloads are kept, and how long the plan would.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  answers: { 200: { description: 'In days.', schema: retention } },
  problems: [],
  needs: { core: 'read' },
});
