import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const honeycombKey = tokenRule({
  id: 'honeycomb-key',
  title: 'Honeycomb key',
  keywords: ['hcaik_', 'hcamk_', 'hcxik_', 'hcxmk_', 'hcbik_'],
  pattern: /hc[a-z](?:ik|mk)_[a-z0-9]{50,64}/,
  positives: () => [leak`HONEYCOMB=${`hcaik_01${fake(lowerDigits, 56)}`}`],
  negatives: () => ['hcaik_yourkey'],
});
