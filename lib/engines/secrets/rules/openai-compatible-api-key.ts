import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const openaiCompatibleApiKey = tokenRule({
  id: 'openai-compatible-api-key',
  title: 'API key of an OpenAI-compatible service',
  keywords: ['sk-'],
  pattern: /sk-[A-Za-z0-9]{32,64}/,
  minEntropy: 3.2,
  check: (secret) => (secret.match(/\d/g)?.length ?? 0) >= 3,
  positives: () => [
    leak`DEEPSEEK_API_KEY=${'sk-' + fake(hex, 32)}`,
    leak`apiKey: '${'sk-' + fake(base62, 48)}'`,
  ],
  negatives: () => ['sk-folding-cube-animation-delay-of-the-box', `sk-${'1234567890abcdef'.repeat(2)}`],
});
