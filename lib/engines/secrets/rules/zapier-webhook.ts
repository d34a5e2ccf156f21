import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const zapierWebhook = tokenRule({
  id: 'zapier-webhook',
  title: 'Zapier webhook',
  keywords: ['hooks.zapier.com/hooks/catch/'],
  pattern: /hooks\.zapier\.com\/hooks\/catch\/(?<secret>\d{5,10}\/[a-z0-9]{6,12})/,
  minEntropy: 2,
  positives: () => [
    leak`https://hooks.zapier.com/hooks/catch/${`${fake('123456789', 7)}/${fake(lowerDigits, 7)}`}/`,
  ],
  negatives: () => ['https://hooks.zapier.com/hooks/catch/'],
});
