import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const typeformToken = tokenRule({
  id: 'typeform-token',
  title: 'Typeform personal token',
  keywords: ['tfp_'],
  pattern: /tfp_[\w.=-]{40,60}/,
  positives: () => [leak`TYPEFORM_TOKEN=${'tfp_' + fake(base64url, 59)}`],
  negatives: () => ['tfp_token'],
});
