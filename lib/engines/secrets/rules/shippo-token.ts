import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const shippoToken = tokenRule({
  id: 'shippo-token',
  title: 'Shippo live token',
  keywords: ['shippo_live_'],
  pattern: /shippo_live_[a-f0-9]{40}/,
  positives: () => [leak`SHIPPO_TOKEN=${'shippo_live_' + fake(hex, 40)}`],
  negatives: () => [`shippo_test_${fake(hex, 40)}`],
});
