import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { entropyOf } from '../text-randomness.ts';

export const twitterBearerToken = tokenRule({
  id: 'twitter-bearer-token',
  title: 'X (Twitter) bearer token',
  keywords: ['aaaaaaaaaaaaaaaaaaaa'],
  pattern: /A{20,24}[A-Za-z0-9%]{60,110}/,
  // Every such token contains a run of A: the rest decides.
  minEntropy: 0,
  check: (secret) => secret.includes('%') && entropyOf(secret.replace(/^A{20,24}/, '')) > 4,
  positives: () => [
    leak`TWITTER_BEARER_TOKEN=${`${'A'.repeat(22)}${fake(base62, 30)}%3D${fake(base62, 50)}`}`,
  ],
  negatives: () => [`${'A'.repeat(100)}`],
});
