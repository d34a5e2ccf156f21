import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const bitbucketAppPassword = tokenRule({
  id: 'bitbucket-app-password',
  title: 'Bitbucket app password',
  keywords: ['atbb'],
  pattern: /ATBB[A-Za-z0-9]{24}[A-F0-9]{8}/,
  positives: () => [leak`BITBUCKET_APP_PASSWORD=${`ATBB${fake(base62, 24)}${fake('0123456789ABCDEF', 8)}`}`],
  negatives: () => [`ATBB${fake(base62, 12)}`],
});
