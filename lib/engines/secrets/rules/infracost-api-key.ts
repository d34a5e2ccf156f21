import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const infracostApiKey = tokenRule({
  id: 'infracost-api-key',
  title: 'Infracost API key',
  keywords: ['ico-'],
  pattern: /ico-[A-Za-z0-9]{32}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`INFRACOST_API_KEY=${'ico-' + fake(base62, 32)}`],
  negatives: () => ['ico-arrow-left-and-right-of-the-boxes'],
});
