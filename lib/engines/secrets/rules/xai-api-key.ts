import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const xaiApiKey = tokenRule({
  id: 'xai-api-key',
  title: 'xAI API key',
  keywords: ['xai-'],
  pattern: /xai-[A-Za-z0-9]{70,90}/,
  positives: () => [leak`XAI_API_KEY=${'xai-' + fake(base62, 80)}`],
  negatives: () => ['xai-grok'],
});
