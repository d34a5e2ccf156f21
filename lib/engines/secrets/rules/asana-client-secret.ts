import { namedValueRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const asanaClientSecret = namedValueRule({
  id: 'asana-client-secret',
  title: 'Asana client secret',
  names: ['asana'],
  value: /[a-z0-9]{32}/,
  tail: ['secret', 'key', 'token'],
  positives: () => [leak`ASANA_CLIENT_SECRET=${fake(lowerDigits, 32)}`],
  negatives: () => [
    `asana_project = ${fake(lowerDigits, 32)}`,
    'asana_secret: averylongplaceholderwithoutdigits',
  ],
});
