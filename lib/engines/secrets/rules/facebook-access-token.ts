import { tokenRule } from '../rule.ts';
import { base62, base64, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const facebookAccessToken = tokenRule({
  id: 'facebook-access-token',
  title: 'Facebook access token',
  keywords: ['eaa'],
  pattern: /EAA[A-Za-z0-9]{97,300}/,
  minEntropy: 4,
  check: (secret) => isMixed(secret),
  positives: () => [leak`FB_TOKEN=${'EAAM' + fake(base62, 180)}`],
  negatives: () => [`EAA${fake(base62, 30)}`, `${fake(base64, 20)}EAA${fake(base64, 180)}`],
});
