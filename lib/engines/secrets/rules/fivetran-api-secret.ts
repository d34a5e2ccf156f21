import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const fivetranApiSecret = namedValueRule({
  id: 'fivetran-api-secret',
  title: 'Fivetran API secret',
  names: ['fivetran'],
  tail: ['secret'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`FIVETRAN_API_SECRET=${fake(base62, 32)}`],
  negatives: () => [`FIVETRAN_API_SECRET=${fake(hex, 9)}`, 'FIVETRAN_API_SECRET=your-key-here'],
});
