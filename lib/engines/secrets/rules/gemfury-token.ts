import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const gemfuryToken = namedValueRule({
  id: 'gemfury-token',
  title: 'Gemfury token',
  names: ['gemfury', 'fury_'],
  tail: ['token', 'key'],
  value: /[A-Za-z0-9]{20}/,
  positives: () => [leak`GEMFURY_PUSH_TOKEN=${fake(base62, 20)}`],
  negatives: () => [`GEMFURY_PUSH_TOKEN=${fake(hex, 9)}`, 'GEMFURY_PUSH_TOKEN=your-key-here'],
});
