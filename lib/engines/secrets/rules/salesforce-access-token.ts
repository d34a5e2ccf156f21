import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const salesforceAccessToken = tokenRule({
  id: 'salesforce-access-token',
  title: 'Salesforce access token',
  keywords: ['00d'],
  pattern: /00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}/,
  positives: () => [leak`SF_ACCESS_TOKEN=${`00D${fake(base62, 12)}!${fake(base62 + '._', 96)}`}`],
  negatives: () => ['00D50000000IZ3Z'],
});
