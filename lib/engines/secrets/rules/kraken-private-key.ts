import { namedValueRule } from '../rule.ts';
import { base64, fake, hex, leak } from '../rule-example.ts';

export const krakenPrivateKey = namedValueRule({
  id: 'kraken-private-key',
  title: 'Kraken private key',
  names: ['kraken'],
  tail: ['key', 'secret'],
  value: /[A-Za-z0-9+/]{86}==/,
  positives: () => [leak`KRAKEN_PRIVATE_KEY=${`${fake(base64, 86)}==`}`],
  negatives: () => [`KRAKEN_PRIVATE_KEY=${fake(hex, 9)}`, 'KRAKEN_PRIVATE_KEY=your-key-here'],
});
