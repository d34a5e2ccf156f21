import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const bitbucketClientSecret = namedValueRule({
  id: 'bitbucket-client-secret',
  title: 'Bitbucket OAuth client secret',
  names: ['bitbucket'],
  value: /[A-Za-z0-9_=-]{64}/,
  tail: ['secret', 'token'],
  minEntropy: 3.5,
  positives: () => [leak`BITBUCKET_CLIENT_SECRET: ${fake(base62, 64)}`],
  negatives: () => [`bitbucket_commit = ${fake(hex, 64)}`],
});
