import * as z from 'zod';
import { chatDefaultTypes, chatFreeSettings, chatRules } from './chat-settings.ts';
import type { IntegrationKindSpec } from './integration-kind.ts';

export const slackWebhookOrigin = 'https://hooks.slack.com';

const webhookUrl = z
  .string()
  .max(500)
  .regex(/^https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{1,300}$/)
  .meta({ description: 'The URL of an incoming webhook, which determines the channel.' });

const botToken = z
  .string()
  .max(500)
  .regex(/^xoxb-[\w-]{4,400}$/)
  .meta({ description: 'A bot token with the scope chat:write; it needs `settings.channel`.' });

export const slackSettings = z.strictObject({
  channel: z
    .string()
    .regex(/^[CG][A-Z0-9]{2,20}$/)
    .optional()
    .meta({ description: 'The id of the channel, for a bot token.' }),
  rules: chatRules,
});

export const slackCredential = z.union([z.strictObject({ webhookUrl }), z.strictObject({ botToken })]);

/** Slack: an incoming webhook, or a bot token and a channel. */
export const slackKind: IntegrationKindSpec = {
  kind: 'slack',
  label: 'Slack',
  purpose: 'chat',
  settings: slackSettings,
  credential: slackCredential,
  defaultTypes: chatDefaultTypes,
  freeSettings: chatFreeSettings,
  example: {
    settings: { channel: 'C0123456789', rules: [{ types: ['scan.failed'], mode: 'each' }] },
    credential: { botToken: 'xoxb-the-token-of-the-bot' },
  },
};
