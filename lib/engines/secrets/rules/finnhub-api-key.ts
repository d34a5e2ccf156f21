import { namedValueRule } from '../rule.ts';
import { fake, hex, leak, lowerDigits } from '../rule-example.ts';

export const finnhubApiKey = namedValueRule({
  id: 'finnhub-api-key',
  title: 'Finnhub API key',
  names: ['finnhub'],
  tail: ['key', 'token'],
  value: /[a-z0-9]{20}/,
  positives: () => [leak`FINNHUB_API_KEY=${fake(lowerDigits, 20)}`],
  negatives: () => [`FINNHUB_API_KEY=${fake(hex, 9)}`, 'FINNHUB_API_KEY=your-key-here'],
});
