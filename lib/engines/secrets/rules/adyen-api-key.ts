import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const adyenApiKey = namedValueRule({
  id: 'adyen-api-key',
  title: 'Adyen API key',
  names: ['adyen'],
  tail: ['key'],
  value: /AQE[a-z][A-Za-z0-9+/=_.-]{60,300}/,
  positives: () => [leak`ADYEN_API_KEY=${`AQEh${fake(base62, 120)}`}`],
  negatives: () => [`ADYEN_API_KEY=${fake(hex, 9)}`, 'ADYEN_API_KEY=your-key-here'],
});
