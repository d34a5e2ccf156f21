import { tokenRule } from '../rule.ts';
import { base62, digits, fake, leak, upper } from '../rule-example.ts';

export const slackWebhook = tokenRule({
  id: 'slack-webhook',
  title: 'Slack webhook',
  keywords: ['hooks.slack.com/'],
  pattern:
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/]{43,56}|[A-Z0-9]{8,14}\/[A-Za-z0-9]{8,20}\/[A-Za-z0-9]{16,40}(?:\/[A-Za-z0-9]{20,30})?)/,
  positives: () => [
    leak`https://hooks.slack.com/services/${`T${fake(upper + digits, 8)}/B${fake(upper + digits, 10)}/${fake(base62, 24)}`}`,
  ],
  negatives: () => [
    `https://hooks.slack.com/services/T${'0'.repeat(8)}/B${'0'.repeat(8)}/${'X'.repeat(24)}`,
    'https://hooks.slack.com/services/TXXX/BXXX/token',
  ],
});
