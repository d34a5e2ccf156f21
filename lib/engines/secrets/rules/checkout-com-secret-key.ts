import { tokenRule } from '../rule.ts';
import { fake, leak } from '../rule-example.ts';

export const checkoutComSecretKey = tokenRule({
  id: 'checkout-com-secret-key',
  title: 'Checkout.com secret key',
  keywords: ['sk_'],
  pattern: /sk_[a-z2-7]{26}[a-z2-7*#$=]/,
  positives: () => [leak`CHECKOUT=${`sk_${fake('abcdefghijklmnopqrstuvwxyz234567', 26)}m`}`],
  negatives: () => ['sk_buff_head_init_and_some_more'],
});
