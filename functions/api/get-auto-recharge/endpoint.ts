import { rechargeQuery, rechargeSettings } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'get-auto-recharge',
  method: 'GET',
  path: '/billing/auto-recharge',
  summary: 'How a pool buys packs by itself; the ETag is needed to change it.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  query: rechargeQuery,
  answers: { 200: { description: 'The settings of this pool.', schema: rechargeSettings } },
  problems: [],
  needs: { core: 'read' },
});
