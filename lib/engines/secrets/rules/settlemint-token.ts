import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const settlemintToken = tokenRule({
  id: 'settlemint-token',
  title: 'SettleMint access token',
  keywords: ['sm_pat_', 'sm_aat_', 'sm_sat_'],
  pattern: /sm_[pas]at_[A-Za-z0-9]{16}/,
  check: (secret) => (secret.match(/\d/g)?.length ?? 0) >= 2,
  positives: () => [leak`SETTLEMINT_TOKEN=${`sm_pat_${fake(base62, 16)}`}`],
  negatives: () => ['sm_sat_solverinternals1'],
});
