import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const splitIoApiKey = namedValueRule({
  id: 'split-io-api-key',
  title: 'Split API key',
  names: ['split_', 'splitio', 'split-io'],
  tail: ['key', 'token'],
  value: /[A-Za-z0-9]{52}/,
  positives: () => [leak`SPLIT_API_KEY=${fake(base62, 52)}`],
  negatives: () => [`SPLIT_API_KEY=${fake(hex, 9)}`, 'SPLIT_API_KEY=your-key-here'],
});
