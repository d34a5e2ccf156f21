import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const neonApiKey = tokenRule({
  id: 'neon-api-key',
  title: 'Neon API key',
  keywords: ['napi_'],
  pattern: /napi_[a-z0-9]{60,72}/,
  positives: () => [leak`NEON_API_KEY=${'napi_' + fake(lowerDigits, 64)}`],
  negatives: () => ['napi_create_function'],
});
