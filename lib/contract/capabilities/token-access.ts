import type { EndpointSpec } from '../endpoint.ts';

/**
 * The endpoints of settings and billing, which a token may call on every plan. On any other endpoint a token is API access,
 * and needs the capability `api`; a session never does (docs/adr/0068-credentials-and-lineage.md).
 */
export const openToTokens: ReadonlySet<string> = new Set([
  'buy-pack',
  'cancel-sast-addon',
  'change-auto-recharge',
  'change-gate',
  'change-licenses',
  'change-member',
  'change-plan',
  'change-repository',
  'connect-repository',
  'disconnect-repository',
  'export-ledger',
  'export-usage',
  'get-auto-recharge',
  'get-billing-details',
  'get-billing-status',
  'get-credits-alert',
  'get-forecast',
  'get-gate',
  'get-retention',
  'get-usage',
  'issue-token',
  'list-budgets',
  'list-invoices',
  'list-ledger',
  'list-licenses',
  'list-members',
  'list-repositories',
  'list-tokens',
  'open-checkout',
  'open-portal',
  'preview-change',
  'redeem-coupon',
  'remove-member',
  'resume-sast-addon',
  'revoke-token',
  'set-auto-renew',
  'set-billing-details',
  'set-budget',
  'set-retention',
  'start-sast-addon',
  'undo-plan-change',
]);

/** Whether a token needs the capability `api` for an endpoint. */
export const needsApi = ({ name, access }: Pick<EndpointSpec, 'name' | 'access'>): boolean =>
  access === undefined && !openToTokens.has(name);
