import { namedValueRule } from '../rule.ts';
import { base32, fake, hex, leak } from '../rule-example.ts';

export const alphaVantageApiKey = namedValueRule({
  id: 'alpha-vantage-api-key',
  title: 'Alpha Vantage API key',
  names: ['alphavantage', 'alpha_vantage'],
  tail: ['key'],
  value: /[A-Z0-9]{16}/,
  positives: () => [leak`ALPHA_VANTAGE_API_KEY=${fake(base32, 16)}`],
  negatives: () => [`ALPHA_VANTAGE_API_KEY=${fake(hex, 9)}`, 'ALPHA_VANTAGE_API_KEY=your-key-here'],
});
