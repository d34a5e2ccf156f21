import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const togetherApiKey = tokenRule({
  id: 'together-api-key',
  title: 'Together AI API key',
  keywords: ['tgp_v1_'],
  pattern: /tgp_v1_[\w-]{43}/,
  positives: () => [leak`TOGETHER_API_KEY=${'tgp_v1_' + fake(base64url, 43)}`],
  negatives: () => ['tgp_v1_key'],
});
