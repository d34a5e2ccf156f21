import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const zendeskToken = namedValueRule({
  id: 'zendesk-token',
  title: 'Zendesk API token or secret',
  names: ['zendesk'],
  value: /[A-Za-z0-9]{40}(?:[a-f0-9]{24})?/,
  tail: ['token', 'secret'],
  minEntropy: 3.5,
  positives: () => [leak`ZENDESK_API_TOKEN=${fake(base62, 40)}`],
  negatives: () => [`zendesk_ticket=${fake(base62, 40)}`],
});
