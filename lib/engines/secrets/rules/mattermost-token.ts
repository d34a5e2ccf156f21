import { namedValueRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const mattermostToken = namedValueRule({
  id: 'mattermost-token',
  title: 'Mattermost access token',
  names: ['mattermost'],
  value: /[a-z0-9]{26}/,
  tail: ['token', 'secret', 'key'],
  minEntropy: 3.3,
  check: (secret) => /\d/.test(secret),
  positives: () => [leak`MATTERMOST_TOKEN=${fake(lowerDigits, 26)}`],
  negatives: () => [`mattermost_channel=${fake(lowerDigits, 26)}`],
});
