import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const rollbarAccessToken = namedValueRule({
  id: 'rollbar-access-token',
  title: 'Rollbar access token',
  names: ['rollbar'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`ROLLBAR_ACCESS_TOKEN=${fake(hex, 32)}`],
  negatives: () => [`ROLLBAR_ACCESS_TOKEN=${fake(hex, 9)}`, 'ROLLBAR_ACCESS_TOKEN=your-key-here'],
});
