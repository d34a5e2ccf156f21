import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const mailchimpApiKey = tokenRule({
  id: 'mailchimp-api-key',
  title: 'Mailchimp API key',
  keywords: ['-us'],
  pattern: /[a-f0-9]{32}-us\d{1,2}/,
  extendBack: { over: /[a-f0-9]/, max: 32 },
  positives: () => [leak`MAILCHIMP_API_KEY=${`${fake(hex, 32)}-us12`}`],
  negatives: () => ['en-us', `${fake(hex, 20)}-us12`],
});
