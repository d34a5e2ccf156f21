import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const easypostKey = tokenRule({
  id: 'easypost-key',
  title: 'EasyPost key',
  keywords: ['ezak', 'eztk'],
  pattern: /EZ[AT]K[A-Za-z0-9]{54}/,
  positives: () => [
    leak`EASYPOST_API_KEY=${'EZAK' + fake(base62, 54)}`,
    leak`client = EasyPost('${'EZTK' + fake(base62, 54, 2)}')`,
  ],
  negatives: () => [`EZAK${fake(base62, 20)}`],
});
