import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const stripeWebhookSecret = tokenRule({
  id: 'stripe-webhook-secret',
  title: 'Webhook signing secret',
  keywords: ['whsec_'],
  pattern: /whsec_[A-Za-z0-9+/]{32,64}={0,2}/,
  minEntropy: 3.4,
  positives: () => [leak`STRIPE_WEBHOOK_SECRET=${'whsec_' + fake(base62, 32)}`],
  negatives: () => ['whsec_test_secret', 'whsec_...'],
});
