import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const mistralApiKey = namedValueRule({
  id: 'mistral-api-key',
  title: 'Mistral API key',
  names: ['mistral'],
  tail: ['key'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`MISTRAL_API_KEY=${fake(base62, 32)}`],
  negatives: () => [`MISTRAL_API_KEY=${fake(hex, 9)}`, 'MISTRAL_API_KEY=your-key-here'],
});
