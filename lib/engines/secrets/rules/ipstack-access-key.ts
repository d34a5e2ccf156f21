import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const ipstackAccessKey = namedValueRule({
  id: 'ipstack-access-key',
  title: 'ipstack access key',
  names: ['ipstack'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`IPSTACK_ACCESS_KEY=${fake(hex, 32)}`],
  negatives: () => [`IPSTACK_ACCESS_KEY=${fake(hex, 9)}`, 'IPSTACK_ACCESS_KEY=your-key-here'],
});
