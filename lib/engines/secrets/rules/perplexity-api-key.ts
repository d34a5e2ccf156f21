import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const perplexityApiKey = tokenRule({
  id: 'perplexity-api-key',
  title: 'Perplexity API key',
  keywords: ['pplx-'],
  pattern: /pplx-[A-Za-z0-9]{48}/,
  positives: () => [leak`PERPLEXITY_API_KEY=${'pplx-' + fake(base62, 48)}`],
  negatives: () => ['pplx-70b-online'],
});
