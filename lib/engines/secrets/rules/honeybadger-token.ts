import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const honeybadgerToken = tokenRule({
  id: 'honeybadger-token',
  title: 'Honeybadger token',
  keywords: ['hbp_'],
  pattern: /hbp_[A-Za-z0-9]{36}/,
  positives: () => [leak`HONEYBADGER=${`hbp_${fake(base62, 36)}`}`],
  negatives: () => [`hbp_${fake(base62, 12)}`],
});
