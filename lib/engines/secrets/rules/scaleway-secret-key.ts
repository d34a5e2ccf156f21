import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const scalewaySecretKey = namedValueRule({
  id: 'scaleway-secret-key',
  title: 'Scaleway secret key',
  names: ['scw_', 'scaleway'],
  tail: ['secret'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`SCW_SECRET_KEY=${fakeUuid()}`],
  negatives: () => [`SCW_SECRET_KEY=${fake(hex, 9)}`, 'SCW_SECRET_KEY=your-key-here'],
});
