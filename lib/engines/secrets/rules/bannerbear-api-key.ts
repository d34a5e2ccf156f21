import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const bannerbearApiKey = tokenRule({
  id: 'bannerbear-api-key',
  title: 'Bannerbear API key',
  keywords: ['bb_ma_', 'bb_pr_'],
  pattern: /bb_(?:ma|pr)_[a-f0-9]{30}/,
  positives: () => [leak`BANNERBEAR_KEY=${'bb_ma_' + fake(hex, 30)}`],
  negatives: () => [`bb_pr_${fake(hex, 12)}`],
});
