import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const oneloginClientSecret = namedValueRule({
  id: 'onelogin-client-secret',
  title: 'OneLogin client secret',
  names: ['onelogin'],
  tail: ['secret'],
  value: /[a-f0-9]{64}/,
  positives: () => [leak`ONELOGIN_CLIENT_SECRET=${fake(hex, 64)}`],
  negatives: () => [`ONELOGIN_CLIENT_SECRET=${fake(hex, 9)}`, 'ONELOGIN_CLIENT_SECRET=your-key-here'],
});
