import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const stripeKey = tokenRule({
  id: 'stripe-key',
  title: 'Stripe secret or restricted key',
  keywords: ['sk_live_', 'rk_live_', 'rk_prod_', 'sk_prod_', 'sk_org_live_', 'sk_test_', 'rk_test_'],
  pattern: /(?:sk_live|rk_live|rk_prod|sk_prod|sk_org_live|sk_test|rk_test)_[A-Za-z0-9]{20,247}/,
  positives: () => [
    leak`STRIPE_SECRET_KEY=${'sk_live_' + fake(base62, 24)}`,
    leak`sk: ${'sk_test_' + fake(base62, 24, 3)}`,
    leak`stripe('${'rk_live_51' + fake(base62, 97)}')`,
  ],
  negatives: () => [`sk_test_${'4'.repeat(24)}`, `pk_live_${fake(base62, 24)}`, `sk_live_${'x'.repeat(24)}`],
});
