import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const replicateToken = tokenRule({
  id: 'replicate-token',
  title: 'Replicate API token',
  keywords: ['r8_'],
  pattern: /r8_[A-Za-z0-9]{37}/,
  positives: () => [leak`REPLICATE_API_TOKEN=${'r8_' + fake(base62, 37)}`],
  negatives: () => ['r8_unorm'],
});
