import { namedValueRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const mandrillApiKey = namedValueRule({
  id: 'mandrill-api-key',
  title: 'Mandrill API key',
  names: ['mandrill'],
  value: /(?:md-)?[\w-]{22}/,
  tail: ['key', 'token', 'password'],
  minEntropy: 3.5,
  check: (secret) => isMixed(secret),
  positives: () => [leak`MANDRILL_API_KEY=${'md-' + fake(base64url, 22)}`],
  negatives: () => ['mandrill_api_key = get_mandrill_key_here1'],
});
