import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const alpacaSecretKey = namedValueRule({
  id: 'alpaca-secret-key',
  title: 'Alpaca secret key',
  names: ['alpaca', 'apca_'],
  tail: ['secret'],
  value: /[A-Za-z0-9]{40}/,
  positives: () => [leak`ALPACA_SECRET_KEY=${fake(base62, 40)}`],
  negatives: () => [`ALPACA_SECRET_KEY=${fake(hex, 9)}`, 'ALPACA_SECRET_KEY=your-key-here'],
});
