import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const mailgunKey = tokenRule({
  id: 'mailgun-key',
  title: 'Mailgun private API key',
  keywords: ['key-'],
  pattern: /key-[a-f0-9]{32}/,
  positives: () => [leak`api_key: ${'key-' + fake(hex, 32)}`],
  negatives: () => [`pubkey-${fake(hex, 32)}`, 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0'],
});
