import { namedValueRule } from '../rule.ts';
import { base64, fake, hex, leak } from '../rule-example.ts';

export const confluentSecret = namedValueRule({
  id: 'confluent-secret',
  title: 'Confluent Cloud API secret',
  names: ['confluent'],
  value: /[A-Za-z0-9+/]{64}/,
  tail: ['secret', 'password'],
  minEntropy: 4,
  positives: () => [leak`CONFLUENT_API_SECRET=${fake(base64, 64)}`],
  negatives: () => [`confluent_hash=${fake(hex, 64)}`],
});
