import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const coinbaseApiSecret = namedValueRule({
  id: 'coinbase-api-secret',
  title: 'Coinbase API secret',
  names: ['coinbase'],
  tail: ['secret'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`COINBASE_API_SECRET=${fake(base62, 32)}`],
  negatives: () => [`COINBASE_API_SECRET=${fake(hex, 9)}`, 'COINBASE_API_SECRET=your-key-here'],
});
