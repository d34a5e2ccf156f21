import { tokenRule } from '../rule.ts';
import { base62, base64, digits, fake, hex, leak } from '../rule-example.ts';

export const slackToken = tokenRule({
  id: 'slack-token',
  title: 'Slack token',
  keywords: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
  pattern:
    /xox[ar]-\d-\d{6,14}-\d{6,14}-\d{6,14}-[a-f0-9]{16,40}|xox[abeopr]-(?:\d-)?[A-Za-z0-9]{8,48}-[A-Za-z0-9-]{7,90}[A-Za-z0-9]|xox[acprs]-\d-[A-Za-z0-9]{20,200}|xoxs-[A-Za-z0-9-]{24,120}|xoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{100,200}|xoxc-\d{9,13}-\d{9,13}-\d{9,13}-[a-f0-9]{64}|xoxd-[\w%+/=-]{80,300}/,
  check: (secret) => (secret.slice(8).match(/\d/g)?.length ?? 0) >= 3,
  positives: () => [
    leak`SLACK_TOKEN=${`xoxb-${fake('123456789', 12)}-${fake('123456789', 13)}-${fake(base62, 24)}`}`,
    leak`token: "${`xoxp-${fake('123456789', 12)}-${fake('123456789', 12, 2)}-${fake('123456789', 13)}-${fake(hex, 32)}`}"`,
    leak`refresh=${`xoxe.xoxp-1-${fake(base62, 146, 2)}`}`,
    leak`browser=${`xoxc-${fake('123456789', 12)}-${fake('123456789', 12, 2)}-${fake('123456789', 13)}-${fake(hex, 64)}`}`,
    leak`cookie: d=${`xoxd-${fake(base64, 120)}`}`,
    leak`refresh=${`xoxe-1-${fake(base62, 146)}`}`,
  ],
  negatives: () => [
    'xoxb-your-bot-token',
    `xoxb-${'x'.repeat(12)}-${'x'.repeat(12)}-${'x'.repeat(24)}`,
    `xoxb-${digits.slice(1)}012-${digits.slice(1)}0123-${fake(base62, 24)}`,
  ],
});
