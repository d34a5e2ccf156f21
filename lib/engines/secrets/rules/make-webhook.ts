import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const makeWebhook = tokenRule({
  id: 'make-webhook',
  title: 'Make webhook',
  keywords: ['.make.com/', 'hook.integromat.com/'],
  pattern: /\.make\.com\/[a-z0-9]{32}|hook\.integromat\.com\/[a-z0-9]{32}/,
  boundary: 'anywhere',
  positives: () => [leak`https://hook.eu1${`.make.com/${fake(lowerDigits, 32)}`}`],
  negatives: () => ['https://www.make.com/en/integrations'],
});
