import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const groqApiKey = tokenRule({
  id: 'groq-api-key',
  title: 'Groq API key',
  keywords: ['gsk_'],
  pattern: /gsk_[A-Za-z0-9]{52}/,
  positives: () => [leak`GROQ_API_KEY=${'gsk_' + fake(base62, 52)}`],
  negatives: () => ['gsk_renderer_realize'],
});
