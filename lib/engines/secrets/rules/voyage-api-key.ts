import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const voyageApiKey = tokenRule({
  id: 'voyage-api-key',
  title: 'Voyage AI API key',
  keywords: ['pa-'],
  pattern: /pa-[A-Za-z0-9_-]{43}/,
  positives: () => [leak`VOYAGE=${`pa-${fake(base62, 43)}`}`],
  negatives: () => ['pa-la-bra-with-many-words-in-a-row-to-be-long'],
});
