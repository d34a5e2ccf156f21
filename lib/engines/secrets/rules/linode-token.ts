import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const linodeToken = namedValueRule({
  id: 'linode-token',
  title: 'Linode token',
  names: ['linode'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{64}/,
  positives: () => [leak`LINODE_TOKEN=${fake(hex, 64)}`],
  negatives: () => [`LINODE_TOKEN=${fake(hex, 9)}`, 'LINODE_TOKEN=your-key-here'],
});
