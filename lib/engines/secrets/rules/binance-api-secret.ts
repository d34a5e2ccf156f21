import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const binanceApiSecret = namedValueRule({
  id: 'binance-api-secret',
  title: 'Binance API secret',
  names: ['binance'],
  tail: ['secret', 'key'],
  value: /[A-Za-z0-9]{64}/,
  positives: () => [leak`BINANCE_API_SECRET=${fake(base62, 64)}`],
  negatives: () => [`BINANCE_API_SECRET=${fake(hex, 9)}`, 'BINANCE_API_SECRET=your-key-here'],
});
