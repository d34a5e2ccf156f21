import { tokenRule } from '../rule.ts';
import { base32, fake, leak } from '../rule-example.ts';

export const scalewayAccessKey = tokenRule({
  id: 'scaleway-access-key',
  title: 'Scaleway access key',
  keywords: ['scw'],
  pattern: /SCW[A-Z0-9]{17}/,
  positives: () => [leak`SCW_ACCESS_KEY=${`SCW${fake(base32, 17)}`}`],
  negatives: () => ['SCW_DEFAULT_REGION'],
});
