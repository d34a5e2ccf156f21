import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const iterableApiKey = namedValueRule({
  id: 'iterable-api-key',
  title: 'Iterable API key',
  names: ['iterable'],
  tail: ['api_key', 'apikey', 'api-key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`ITERABLE_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`ITERABLE_API_KEY=${fake(hex, 9)}`, 'ITERABLE_API_KEY=your-key-here'],
});
