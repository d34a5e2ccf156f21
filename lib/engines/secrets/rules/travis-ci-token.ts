import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const travisCiToken = namedValueRule({
  id: 'travis-ci-token',
  title: 'Travis CI token',
  names: ['travis'],
  value: /[A-Za-z0-9_-]{20,22}/,
  tail: ['token', 'api_key', 'apikey'],
  minEntropy: 3.4,
  check: (secret) => isMixed(secret),
  positives: () => [leak`TRAVIS_TOKEN=${fake(base62, 22)}`],
  negatives: () => ['travis_token_name=deploy-preview-tokens'],
});
