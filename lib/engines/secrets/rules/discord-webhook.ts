import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const discordWebhook = tokenRule({
  id: 'discord-webhook',
  title: 'Discord webhook',
  keywords: ['/api/webhooks/'],
  pattern: /\/api\/webhooks\/\d{17,20}\/(?<secret>[\w-]{60,72})/,
  boundary: 'anywhere',
  positives: () => [leak`https://discord.com/api/webhooks/104729300712345678/${fake(base64url, 68)}`],
  negatives: () => [`https://discord.com/api/webhooks/123/abc`],
});
