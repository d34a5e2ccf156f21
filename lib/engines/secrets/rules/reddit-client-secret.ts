import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const redditClientSecret = namedValueRule({
  id: 'reddit-client-secret',
  title: 'Reddit client secret',
  names: ['reddit'],
  tail: ['secret'],
  value: /[\w-]{27,30}/,
  positives: () => [leak`REDDIT_CLIENT_SECRET=${`${fake(base64url, 30)}`}`],
  negatives: () => [`REDDIT_CLIENT_SECRET=${fake(hex, 9)}`, 'REDDIT_CLIENT_SECRET=your-key-here'],
});
