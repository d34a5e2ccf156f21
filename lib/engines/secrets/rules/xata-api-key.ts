import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const xataApiKey = tokenRule({
  id: 'xata-api-key',
  title: 'Xata API key',
  keywords: ['xau_'],
  pattern: /xau_[A-Za-z0-9]{30,50}/,
  positives: () => [leak`XATA=${`xau_${fake(base62, 36)}`}`],
  negatives: () => ['xau_key'],
});
