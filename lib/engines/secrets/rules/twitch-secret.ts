import { namedValueRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const twitchSecret = namedValueRule({
  id: 'twitch-secret',
  title: 'Twitch client secret or token',
  names: ['twitch'],
  value: /(?:oauth:)?[a-z0-9]{30}/,
  tail: ['secret', 'token', 'oauth'],
  minEntropy: 3.4,
  check: (secret) => /\d/.test(secret),
  positives: () => [leak`TWITCH_CLIENT_SECRET=${fake(lowerDigits, 30)}`],
  negatives: () => [`twitch_client_id=${fake(lowerDigits, 30)}`],
});
