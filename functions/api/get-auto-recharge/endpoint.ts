import { autoRechargeQuery, autoRechargeSettings } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-auto-recharge',
  method: 'GET',
  path: '/billing/auto-recharge',
  summary: 'Get the automatic recharge of a pool. A change needs the ETag.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  query: autoRechargeQuery,
  responses: {
    200: { description: 'The settings of this pool.', headers: ['ETag'], schema: autoRechargeSettings },
  },
  problems: [],
  needs: { core: 'read' },
});
