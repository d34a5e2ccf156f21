import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const iftttWebhookKey = tokenRule({
  id: 'ifttt-webhook-key',
  title: 'IFTTT webhook key',
  keywords: ['maker.ifttt.com/'],
  pattern: /maker\.ifttt\.com\/(?:trigger\/[\w-]{1,80}\/(?:json\/)?with\/key|use)\/[\w-]{20,64}/,
  positives: () => [leak`https://${`maker.ifttt.com/trigger/build/with/key/${fake(base64url, 43)}`}`],
  negatives: () => ['https://maker.ifttt.com/trigger/build/with/key/yourkey'],
});
