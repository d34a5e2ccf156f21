import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const messagebirdAccessKey = namedValueRule({
  id: 'messagebird-access-key',
  title: 'MessageBird access key',
  names: ['messagebird'],
  tail: ['key', 'token'],
  value: /[A-Za-z0-9]{25}/,
  positives: () => [leak`MESSAGEBIRD_ACCESS_KEY=${fake(base62, 25)}`],
  negatives: () => [`MESSAGEBIRD_ACCESS_KEY=${fake(hex, 9)}`, 'MESSAGEBIRD_ACCESS_KEY=your-key-here'],
});
