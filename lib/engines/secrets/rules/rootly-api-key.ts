import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const rootlyApiKey = tokenRule({
  id: 'rootly-api-key',
  title: 'Rootly API key',
  keywords: ['rootly_'],
  pattern: /rootly_[a-f0-9]{64}/,
  positives: () => [leak`ROOTLY_API_KEY=${'rootly_' + fake(hex, 64)}`],
  negatives: () => [`rootly_${fake(hex, 20)}`],
});
