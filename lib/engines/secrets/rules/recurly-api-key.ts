import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const recurlyApiKey = namedValueRule({
  id: 'recurly-api-key',
  title: 'Recurly API key',
  names: ['recurly'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`RECURLY_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`RECURLY_API_KEY=${fake(hex, 9)}`, 'RECURLY_API_KEY=your-key-here'],
});
