import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const openrouterApiKey = tokenRule({
  id: 'openrouter-api-key',
  title: 'OpenRouter API key',
  keywords: ['sk-or-v1-'],
  pattern: /sk-or-v1-[a-f0-9]{64}/,
  positives: () => [leak`OPENROUTER_API_KEY=${'sk-or-v1-' + fake(hex, 64)}`],
  negatives: () => ['sk-or-v1-...'],
});
