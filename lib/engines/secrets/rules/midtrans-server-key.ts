import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const midtransServerKey = tokenRule({
  id: 'midtrans-server-key',
  title: 'Midtrans server key',
  keywords: ['mid-server-'],
  pattern: /Mid-server-[\w-]{24}/,
  positives: () => [leak`MIDTRANS=${`Mid-server-${fake(base62, 24)}`}`],
  negatives: () => ['Mid-server-key'],
});
