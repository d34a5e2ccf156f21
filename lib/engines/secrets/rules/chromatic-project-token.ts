import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const chromaticProjectToken = tokenRule({
  id: 'chromatic-project-token',
  title: 'Chromatic project token',
  keywords: ['chpt_'],
  pattern: /chpt_[a-f0-9]{12,20}/,
  positives: () => [leak`CHROMATIC=${`chpt_${fake(hex, 15)}`}`],
  negatives: () => ['chpt_token'],
});
