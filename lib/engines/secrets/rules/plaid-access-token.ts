import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const plaidAccessToken = tokenRule({
  id: 'plaid-access-token',
  title: 'Plaid access token',
  keywords: ['access-production-', 'access-development-'],
  pattern:
    /access-(?:production|development)-[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  positives: () => [leak`PLAID_ACCESS_TOKEN=${`access-production-${fakeUuid()}`}`],
  negatives: () => [`access-sandbox-${fakeUuid()}`],
});
