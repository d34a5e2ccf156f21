import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const circleciToken = tokenRule({
  id: 'circleci-token',
  title: 'CircleCI API token',
  keywords: ['ccipat_', 'cciprj_'],
  pattern: /CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[a-f0-9]{40}/,
  positives: () => [leak`CIRCLE_TOKEN=${`CCIPAT_${fake(base62, 22)}_${fake(hex, 40)}`}`],
  negatives: () => ['CCIPAT_TOKEN'],
});
