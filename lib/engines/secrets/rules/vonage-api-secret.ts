import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const vonageApiSecret = namedValueRule({
  id: 'vonage-api-secret',
  title: 'Vonage API secret',
  names: ['vonage', 'nexmo'],
  tail: ['secret'],
  value: /[A-Za-z0-9]{16}/,
  positives: () => [leak`NEXMO_API_SECRET=${fake(base62, 16)}`],
  negatives: () => [`NEXMO_API_SECRET=${fake(hex, 9)}`, 'NEXMO_API_SECRET=your-key-here'],
});
