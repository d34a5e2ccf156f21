import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const cohereApiKey = namedValueRule({
  id: 'cohere-api-key',
  title: 'Cohere API key',
  names: ['cohere', 'co_api_key'],
  value: /[A-Za-z0-9]{40}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`COHERE_API_KEY=${fake(base62, 40)}`],
  negatives: () => [`cohere_model = '${fake(base62, 20)}'`, `cohere_commit = ${fake(hex, 40)}`],
});
