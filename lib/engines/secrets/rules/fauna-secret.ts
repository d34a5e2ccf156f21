import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const faunaSecret = namedValueRule({
  id: 'fauna-secret',
  title: 'Fauna secret',
  names: ['fauna'],
  tail: ['secret', 'key'],
  value: /fn[A-Za-z0-9_-]{38}/,
  positives: () => [leak`FAUNA_SECRET=${`fn${fake(base62, 38)}`}`],
  negatives: () => ['FAUNA_SECRET=fnKey', 'FAUNA_SECRET=your-key-here'],
});
