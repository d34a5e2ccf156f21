import { autoRechargeQuery, autoRechargeSettings } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-auto-recharge',
  method: 'PATCH',
  path: '/billing/auto-recharge',
  summary: 'Change the automatic recharge of a pool.',
  roles: managers,
  scopes: ['billing:write'],
  managedByParent: true,
  headers: ['If-Match'],
  query: autoRechargeQuery,
  body: autoRechargeSettings.partial().meta({ examples: [{ enabled: true, threshold: 20, monthlyCap: 3 }] }),
  responses: {
    200: { description: 'The changed settings.', headers: ['ETag'], schema: autoRechargeSettings },
  },
  problems: ['precondition_required', 'etag_mismatch', 'entitlement_denied', 'sast_addon_required'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', recharge: 'start' },
});
