import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const checklyApiKey = tokenRule({
  id: 'checkly-api-key',
  title: 'Checkly API key',
  keywords: ['cu_'],
  pattern: /cu_[a-f0-9]{32}/,
  positives: () => [leak`CHECKLY=${`cu_${fake(hex, 32)}`}`],
  negatives: () => [`cu_${fake(hex, 12)}`],
});
