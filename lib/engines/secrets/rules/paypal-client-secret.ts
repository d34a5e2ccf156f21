import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak } from '../rule-example.ts';

export const paypalClientSecret = namedValueRule({
  id: 'paypal-client-secret',
  title: 'PayPal client secret',
  names: ['paypal'],
  tail: ['secret'],
  value: /E[A-Za-z0-9_-]{79}/,
  positives: () => [leak`PAYPAL_CLIENT_SECRET=${`E${fake(base64url, 79)}`}`],
  negatives: () => [`PAYPAL_CLIENT_SECRET=${fake(hex, 9)}`, 'PAYPAL_CLIENT_SECRET=your-key-here'],
});
