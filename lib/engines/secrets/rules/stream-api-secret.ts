import { namedValueRule } from '../rule.ts';
import { fake, hex, leak, lowerDigits } from '../rule-example.ts';

export const streamApiSecret = namedValueRule({
  id: 'stream-api-secret',
  title: 'Stream API secret',
  names: ['stream'],
  tail: ['secret'],
  value: /[a-z0-9]{64}/,
  positives: () => [leak`STREAM_API_SECRET=${fake(lowerDigits, 64)}`],
  negatives: () => [`STREAM_API_SECRET=${fake(hex, 9)}`, 'STREAM_API_SECRET=your-key-here'],
});
