import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const duffelToken = tokenRule({
  id: 'duffel-token',
  title: 'Duffel live token',
  keywords: ['duffel_live_'],
  pattern: /duffel_live_[\w=-]{43}/,
  positives: () => [leak`DUFFEL_TOKEN=${'duffel_live_' + fake(base64url, 43)}`],
  negatives: () => [`duffel_test_${fake(base64url, 43)}`],
});
