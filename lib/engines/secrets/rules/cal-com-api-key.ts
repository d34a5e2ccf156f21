import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const calComApiKey = tokenRule({
  id: 'cal-com-api-key',
  title: 'Cal.com API key',
  keywords: ['cal_live_'],
  pattern: /cal_live_[a-f0-9]{32}/,
  positives: () => [leak`CAL=${`cal_live_${fake(hex, 32)}`}`],
  negatives: () => ['cal_live_key'],
});
