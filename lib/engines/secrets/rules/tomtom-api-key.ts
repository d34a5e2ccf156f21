import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const tomtomApiKey = namedValueRule({
  id: 'tomtom-api-key',
  title: 'TomTom API key',
  names: ['tomtom'],
  tail: ['key'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`TOMTOM_API_KEY=${fake(base62, 32)}`],
  negatives: () => [`TOMTOM_API_KEY=${fake(hex, 9)}`, 'TOMTOM_API_KEY=your-key-here'],
});
