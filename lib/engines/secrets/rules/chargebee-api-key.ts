import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const chargebeeApiKey = namedValueRule({
  id: 'chargebee-api-key',
  title: 'Chargebee API key',
  names: ['chargebee'],
  tail: ['key'],
  value: /live_[A-Za-z0-9]{30,60}/,
  positives: () => [leak`CHARGEBEE_API_KEY=${`live_${fake(base62, 36)}`}`],
  negatives: () => [`CHARGEBEE_API_KEY=${fake(hex, 9)}`, 'CHARGEBEE_API_KEY=your-key-here'],
});
