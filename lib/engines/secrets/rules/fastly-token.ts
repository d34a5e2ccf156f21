import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const fastlyToken = namedValueRule({
  id: 'fastly-token',
  title: 'Fastly API token',
  names: ['fastly'],
  value: /[A-Za-z0-9_-]{32}/,
  tail: ['token', 'key'],
  minEntropy: 3.5,
  check: (secret) => /\d/.test(secret),
  positives: () => [leak`FASTLY_API_TOKEN=${fake(base64url, 32)}`],
  negatives: () => [`fastly_service_hash: ${fake(hex, 32)}`],
});
