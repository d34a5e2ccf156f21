import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const alchemyApiKey = tokenRule({
  id: 'alchemy-api-key',
  title: 'Alchemy API key',
  keywords: ['alcht_'],
  pattern: /alcht_[A-Za-z0-9]{30}/,
  positives: () => [leak`ALCHEMY_KEY=${'alcht_' + fake(base62, 30)}`],
  negatives: () => [`alcht_${fake(base62, 10)}`],
});
