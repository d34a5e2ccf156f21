import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const onesignalApiKey = tokenRule({
  id: 'onesignal-api-key',
  title: 'OneSignal API key',
  keywords: ['os_v2_'],
  pattern: /os_v2_(?:app|org)_[a-z0-9]{60,110}/,
  positives: () => [leak`ONESIGNAL=${`os_v2_app_${fake(lowerDigits, 103)}`}`],
  negatives: () => ['os_v2_app_key'],
});
