import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const pusherSecret = namedValueRule({
  id: 'pusher-secret',
  title: 'Pusher secret',
  names: ['pusher'],
  tail: ['secret'],
  value: /[a-f0-9]{20}/,
  positives: () => [leak`PUSHER_APP_SECRET=${fake(hex, 20)}`],
  negatives: () => [`PUSHER_APP_SECRET=${fake(hex, 9)}`, 'PUSHER_APP_SECRET=your-key-here'],
});
