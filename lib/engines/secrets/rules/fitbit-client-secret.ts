import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const fitbitClientSecret = namedValueRule({
  id: 'fitbit-client-secret',
  title: 'Fitbit client secret',
  names: ['fitbit'],
  tail: ['secret'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`FITBIT_CLIENT_SECRET=${fake(hex, 32)}`],
  negatives: () => [`FITBIT_CLIENT_SECRET=${fake(hex, 9)}`, 'FITBIT_CLIENT_SECRET=your-key-here'],
});
