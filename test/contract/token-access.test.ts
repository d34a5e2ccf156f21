import { expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { needsApi, openToTokens } from '#contract/token-access.ts';
import { endpoints } from '#functions/api/index.ts';

const table: readonly EndpointSpec[] = endpoints;

test('on a plan without API access a token reaches settings and billing, and nothing else', () => {
  const open = table.filter((endpoint) => !endpoint.access && !needsApi(endpoint)).map(({ name }) => name);
  expect(open.toSorted()).toEqual([
    'buy-pack',
    'cancel-sast-addon',
    'change-auto-recharge',
    'change-gate',
    'change-integration',
    'change-licenses',
    'change-member',
    'change-plan',
    'change-repository',
    'change-webhook',
    'check-repository',
    'connect-repository',
    'create-integration',
    'create-webhook',
    'disconnect-repository',
    'export-ledger',
    'export-usage',
    'get-auto-recharge',
    'get-billing-details',
    'get-billing-status',
    'get-credits-alert',
    'get-forecast',
    'get-gate',
    'get-integration',
    'get-prices',
    'get-retention',
    'get-usage',
    'get-webhook',
    'issue-token',
    'list-budgets',
    'list-integration-deliveries',
    'list-integration-tickets',
    'list-integrations',
    'list-invoices',
    'list-ledger',
    'list-licenses',
    'list-members',
    'list-repositories',
    'list-tokens',
    'list-webhook-deliveries',
    'list-webhooks',
    'open-checkout',
    'open-portal',
    'preview-change',
    'redeem-coupon',
    'redeliver-webhook',
    'remove-integration',
    'remove-member',
    'remove-webhook',
    'resume-sast-addon',
    'revoke-token',
    'rotate-webhook-secret',
    'set-auto-renew',
    'set-billing-details',
    'set-budget',
    'set-retention',
    'start-sast-addon',
    'test-integration',
    'test-webhook',
    'undo-plan-change',
  ]);
});

test('every name of the list is an endpoint', () => {
  const names = new Set(table.map(({ name }) => name));
  expect([...openToTokens].filter((name) => !names.has(name))).toEqual([]);
});
