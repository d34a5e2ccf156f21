import { namedValueRule } from '../rule.ts';
import { base64url, fake, leak, lower } from '../rule-example.ts';

export const discordClientSecret = namedValueRule({
  id: 'discord-client-secret',
  title: 'Discord client secret',
  names: ['discord'],
  value: /[A-Za-z0-9_-]{32}/,
  tail: ['secret'],
  minEntropy: 3.5,
  positives: () => [leak`DISCORD_CLIENT_SECRET=${fake(base64url, 32)}`],
  negatives: () => [`discord_channel_name: '${fake(lower, 32)}'`],
});
