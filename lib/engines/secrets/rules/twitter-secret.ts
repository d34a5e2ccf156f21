import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const twitterSecret = namedValueRule({
  id: 'twitter-secret',
  title: 'X (Twitter) API or access secret',
  names: ['twitter'],
  value: /(?:[A-Za-z0-9]{50}|[A-Za-z0-9]{45})/,
  tail: ['secret'],
  minEntropy: 4,
  positives: () => [
    leak`TWITTER_API_SECRET=${fake(base62, 50)}`,
    leak`twitter_access_token_secret: "${fake(base62, 45)}"`,
  ],
  negatives: () => [`twitter_card = ${fake(base62, 45)}`],
});
