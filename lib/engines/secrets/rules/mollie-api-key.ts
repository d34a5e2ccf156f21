import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const mollieApiKey = namedValueRule({
  id: 'mollie-api-key',
  title: 'Mollie API key',
  names: ['mollie'],
  tail: ['key'],
  value: /live_[A-Za-z0-9]{30}/,
  positives: () => [leak`MOLLIE_API_KEY=${`live_${fake(base62, 30)}`}`],
  negatives: () => ['MOLLIE_API_KEY=live_key', 'MOLLIE_API_KEY=your-key-here'],
});
