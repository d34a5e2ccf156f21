import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const hexPmApiKey = namedValueRule({
  id: 'hex-pm-api-key',
  title: 'Hex API key',
  names: ['hex_'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`HEX_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`HEX_API_KEY=${fake(hex, 9)}`, 'HEX_API_KEY=your-key-here'],
});
