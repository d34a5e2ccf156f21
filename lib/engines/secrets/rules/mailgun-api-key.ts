import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const mailgunApiKey = namedValueRule({
  id: 'mailgun-api-key',
  title: 'Mailgun API or signing key',
  names: ['mailgun', 'mg_api'],
  value: /(?:key-)?[a-f0-9]{32}(?:-[a-f0-9]{8}-[a-f0-9]{8})?/,
  tail: ['key', 'token', 'secret'],
  positives: () => [
    leak`MAILGUN_API_KEY=${`${fake(hex, 32)}-${fake(hex, 8)}-${fake(hex, 8, 2)}`}`,
    leak`mailgunSigningKey: ${fake(hex, 32, 3)}`,
  ],
  negatives: () => [`mailgun_message_id=${fake(hex, 32)}`],
});
