import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const jumpcloudApiKey = tokenRule({
  id: 'jumpcloud-api-key',
  title: 'JumpCloud API key',
  keywords: ['jca_'],
  pattern: /jca_[A-Za-z0-9]{36}/,
  positives: () => [leak`JUMPCLOUD=${`jca_${fake(base62, 36)}`}`],
  negatives: () => ['jca_provider'],
});
