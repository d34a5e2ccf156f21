import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const sendgridApiKey = tokenRule({
  id: 'sendgrid-api-key',
  title: 'SendGrid API key',
  keywords: ['sg.'],
  pattern: /SG\.[\w-]{20,24}\.[\w-]{39,50}/,
  positives: () => [leak`SENDGRID_API_KEY=${`SG.${fake(base64url, 22)}.${fake(base64url, 43)}`}`],
  negatives: () => ['SG.example.com', `SG.${'x'.repeat(22)}.${'x'.repeat(43)}`],
});
