import { namedValueRule } from '../rule.ts';
import { fake, hex, leak, lowerDigits } from '../rule-example.ts';

export const pushoverToken = namedValueRule({
  id: 'pushover-token',
  title: 'Pushover token',
  names: ['pushover'],
  tail: ['token', 'key', 'user'],
  value: /[a-z0-9]{30}/,
  positives: () => [leak`PUSHOVER_API_TOKEN=${fake(lowerDigits, 30)}`],
  negatives: () => [`PUSHOVER_API_TOKEN=${fake(hex, 9)}`, 'PUSHOVER_API_TOKEN=your-key-here'],
});
