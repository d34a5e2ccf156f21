import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

/** A token begins with the bot's number in base64, which starts with one of these. */
const keywords = Array.from({ length: 90 }, (_, i) =>
  Buffer.from(`${i + 10}0`)
    .toString('base64')
    .slice(0, 3)
    .toLowerCase(),
);

const botNumber = (secret: string): string =>
  Buffer.from(secret.split('.')[0] ?? '', 'base64url').toString('latin1');

const bot = Buffer.from('104729300712345678').toString('base64url');

export const discordBotToken = tokenRule({
  id: 'discord-bot-token',
  title: 'Discord bot token',
  keywords: [...new Set(keywords)],
  pattern: /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/,
  // The rest of the number is not checked: samples of other tools seldom hold a real one.
  check: (secret) => /^\d{4}/.test(botNumber(secret)),
  positives: () => [
    leak`client.login('${`${bot}.${fake(base64url, 6)}.${fake(base64url, 38)}`}');`,
    leak`DISCORD_TOKEN=${`${bot}.${fake(base64url, 6)}.${fake(base64url, 27)}`}`,
  ],
  negatives: () => [`NG${fake(base64url, 22)}.${fake(base64url, 6)}.${fake(base64url, 27)}`],
});
