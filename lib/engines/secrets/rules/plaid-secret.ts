import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const plaidSecret = namedValueRule({
  id: 'plaid-secret',
  title: 'Plaid secret',
  names: ['plaid'],
  value: /[a-f0-9]{30}/,
  tail: ['secret'],
  positives: () => [leak`PLAID_SECRET=${fake(hex, 30)}`],
  negatives: () => [`plaid_item=${fake(hex, 30)}`],
});
