import { token } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

export const stripeKey = token({
  id: 'stripe-key',
  title: 'Stripe live secret or restricted key',
  keywords: ['sk_live_', 'rk_live_', 'sk_org_live_'],
  pattern: /(?:sk|rk|sk_org)_live_[A-Za-z0-9]{20,247}/,
  positives: () => [
    leak`STRIPE_SECRET_KEY=${'sk_live_' + fake(base62, 24)}`,
    leak`stripe('${'rk_live_51' + fake(base62, 97)}')`,
  ],
  negatives: () => [
    `sk_test_${fake(base62, 24)}`,
    `pk_live_${fake(base62, 24)}`,
    `sk_live_${'x'.repeat(24)}`,
  ],
});
