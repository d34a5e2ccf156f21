import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const sparkpostApiKey = namedValueRule({
  id: 'sparkpost-api-key',
  title: 'SparkPost API key',
  names: ['sparkpost'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`SPARKPOST_API_KEY=${fake(hex, 40)}`],
  negatives: () => [`SPARKPOST_API_KEY=${fake(hex, 9)}`, 'SPARKPOST_API_KEY=your-key-here'],
});
