import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const razorpaySecret = namedValueRule({
  id: 'razorpay-secret',
  title: 'Razorpay key secret',
  names: ['razorpay', 'rzp'],
  value: /[A-Za-z0-9]{24}/,
  tail: ['secret'],
  minEntropy: 3.4,
  check: (secret) => isMixed(secret),
  positives: () => [leak`RAZORPAY_KEY_SECRET=${fake(base62, 24)}`],
  negatives: () => [`razorpay_order_id=${fake(base62, 24)}`],
});
