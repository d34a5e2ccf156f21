import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const bitbucketAccessToken = tokenRule({
  id: 'bitbucket-access-token',
  title: 'Bitbucket Data Center access token',
  keywords: ['bbdc-'],
  pattern: /BBDC-[A-Za-z0-9+/]{40,50}/,
  positives: () => [leak`token=${`BBDC-${fake(base64, 44)}`}`],
  negatives: () => ['BBDC-1234'],
});
