import { tokenRule } from '../rule.ts';
import { fake, hex, leak, lowerDigits } from '../rule-example.ts';

export const braintreeAccessToken = tokenRule({
  id: 'braintree-access-token',
  title: 'Braintree or PayPal access token',
  keywords: ['access_token$production$'],
  pattern: /access_token\$production\$[a-z0-9]{16}\$[a-f0-9]{32}/,
  positives: () => [leak`BRAINTREE=${`access_token$production$${fake(lowerDigits, 16)}$${fake(hex, 32)}`}`],
  negatives: () => [`access_token$sandbox$${fake(lowerDigits, 16)}$${fake(hex, 32)}`],
});
