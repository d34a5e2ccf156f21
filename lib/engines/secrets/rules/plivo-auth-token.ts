import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const plivoAuthToken = namedValueRule({
  id: 'plivo-auth-token',
  title: 'Plivo auth token',
  names: ['plivo'],
  tail: ['token'],
  value: /[A-Za-z0-9]{40}/,
  positives: () => [leak`PLIVO_AUTH_TOKEN=${fake(base62, 40)}`],
  negatives: () => [`PLIVO_AUTH_TOKEN=${fake(hex, 9)}`, 'PLIVO_AUTH_TOKEN=your-key-here'],
});
