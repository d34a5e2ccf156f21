import { rechargeQuery, rechargeSettings } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'change-auto-recharge',
  method: 'PATCH',
  path: '/billing/auto-recharge',
  summary: 'Let a pool buy packs by itself when it runs low, or stop it.',
  roles: managers,
  scopes: ['billing:write'],
  managedByParent: true,
  headers: ['If-Match'],
  query: rechargeQuery,
  body: rechargeSettings.partial(),
  answers: { 200: { description: 'The settings as they are now.', schema: rechargeSettings } },
  problems: ['precondition_required', 'etag_mismatch', 'entitlement_denied', 'sast_addon_required'],
  needs: { core: 'write', ledger: 'append', recharge: 'start' },
});
