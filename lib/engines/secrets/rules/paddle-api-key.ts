import { tokenRule } from '../rule.ts';
import { base62, fake, leak, lowerDigits } from '../rule-example.ts';

export const paddleApiKey = tokenRule({
  id: 'paddle-api-key',
  title: 'Paddle API key',
  keywords: ['pdl_live_apikey_', 'pdl_sdbx_apikey_'],
  pattern: /pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}/,
  // The prefix itself holds the word of a placeholder.
  minEntropy: 0,
  positives: () => [
    leak`PADDLE=${`pdl_live_apikey_${fake(lowerDigits, 26)}_${fake(base62, 22)}_${fake(base62, 3)}`}`,
  ],
  negatives: () => ['pdl_live_apikey_here'],
});
