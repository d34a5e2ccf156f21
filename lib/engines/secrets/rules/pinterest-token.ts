import { tokenRule } from '../rule.ts';
import { base32, fake, leak } from '../rule-example.ts';

export const pinterestToken = tokenRule({
  id: 'pinterest-token',
  title: 'Pinterest token',
  keywords: ['pina_'],
  pattern: /pina_[A-Z0-9]{60,120}/,
  positives: () => [leak`PINTEREST=${`pina_${fake(base32, 88)}`}`],
  negatives: () => ['pina_colada'],
});
