import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const linearToken = tokenRule({
  id: 'linear-token',
  title: 'Linear token',
  keywords: ['lin_api_', 'lin_oauth_'],
  pattern: /lin_api_[A-Za-z0-9]{40}|lin_oauth_[a-f0-9]{64}/,
  positives: () => [
    leak`LINEAR_API_KEY=${'lin_api_' + fake(base62, 40)}`,
    leak`access="${'lin_oauth_' + fake(hex, 64)}"`,
  ],
  negatives: () => ['lin_api_key'],
});
