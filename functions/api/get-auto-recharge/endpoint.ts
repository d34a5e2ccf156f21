import { autoRechargeQuery, autoRechargeSettings } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-auto-recharge',
  method: 'GET',
  path: '/billing/auto-recharge',
  summary: 'How a pool buys packs by itself; the ETag is needed to change it.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  query: autoRechargeQuery,
  responses: { 200: { description: 'The settings of this pool.', schema: autoRechargeSettings } },
  problems: [],
  needs: { core: 'read' },
});
