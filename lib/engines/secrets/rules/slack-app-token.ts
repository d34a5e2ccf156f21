import { tokenRule } from '../rule.ts';
import { digits, fake, hex, leak, upper } from '../rule-example.ts';

export const slackAppToken = tokenRule({
  id: 'slack-app-token',
  title: 'Slack app-level token',
  keywords: ['xapp-'],
  pattern: /xapp-\d-[A-Z0-9]{8,14}-\d{10,15}-[a-f0-9]{60,70}/,
  positives: () => [
    leak`SLACK_APP_TOKEN=${`xapp-1-A${fake(upper + digits, 10)}-${fake('123456789', 13)}-${fake(hex, 64)}`}`,
  ],
  negatives: () => ['xapp-1-A0-1-abc'],
});
