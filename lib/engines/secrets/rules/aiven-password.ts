import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const aivenPassword = tokenRule({
  id: 'aiven-password',
  title: 'Aiven service password',
  keywords: ['avns_'],
  pattern: /AVNS_[\w-]{19}/,
  positives: () => [leak`DB=${`AVNS_${fake(base62, 19)}`}`],
  negatives: () => ['AVNS_PASSWORD'],
});
