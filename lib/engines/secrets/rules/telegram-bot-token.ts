import { tokenRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const telegramBotToken = tokenRule({
  id: 'telegram-bot-token',
  title: 'Telegram bot token',
  keywords: [':aa'],
  pattern: /\d{8,10}:AA[\w-]{33}/,
  extendBack: { over: /\d/, max: 10 },
  boundary: 'anywhere',
  check: (_, { text, start }) => !/\d/.test(text.charAt(start - 1)),
  positives: () => [
    leak`TELEGRAM_BOT_TOKEN=${`${fake('123456789', 10)}:AA${fake(base64url, 33)}`}`,
    leak`https://api.telegram.org/bot${`${fake('123456789', 9)}:AA${fake(base64url, 33, 2)}`}/getMe`,
  ],
  negatives: () => [
    `1${fake('123456789', 10)}:AA${fake(base64url, 33)}`,
    '12:AAbc',
    `mac 00:AA:${fake(hex, 33)}`,
  ],
});
