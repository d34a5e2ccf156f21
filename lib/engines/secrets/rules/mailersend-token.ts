import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const mailersendToken = tokenRule({
  id: 'mailersend-token',
  title: 'MailerSend API token',
  keywords: ['mlsn.'],
  pattern: /mlsn\.[a-f0-9]{64}/,
  positives: () => [leak`MAILERSEND_API_KEY=${'mlsn.' + fake(hex, 64)}`],
  negatives: () => ['mlsn.example'],
});
