import { namedValueRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const pagerdutyToken = namedValueRule({
  id: 'pagerduty-token',
  title: 'PagerDuty API token',
  names: ['pagerduty', 'pager_duty', 'pd_api'],
  value: /(?:u\+)?[A-Za-z0-9_+-]{18,20}/,
  tail: ['token', 'api_key', 'apikey', 'secret'],
  minEntropy: 3.4,
  check: (secret) => isMixed(secret),
  positives: () => [leak`PAGERDUTY_API_TOKEN=${fake(base64url, 20)}`],
  negatives: () => ['pagerduty_token_name = service-desk-token'],
});
