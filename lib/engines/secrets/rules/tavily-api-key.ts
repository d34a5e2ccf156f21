import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const tavilyApiKey = tokenRule({
  id: 'tavily-api-key',
  title: 'Tavily API key',
  keywords: ['tvly-'],
  pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}/,
  positives: () => [leak`TAVILY_API_KEY=${'tvly-dev-' + fake(base62, 32)}`],
  negatives: () => ['tvly-YOUR_API_KEY'],
});
