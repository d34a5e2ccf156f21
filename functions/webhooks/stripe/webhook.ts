import { defineWebhook } from '#contract/webhook.ts';

export const webhook = defineWebhook({
  name: 'stripe-webhook',
  summary:
    'Hears what happens at Stripe. Every message is a hint where to look: what it is about is fetched.',
  entry: 'functions/webhooks/stripe/handler.ts',
  path: '/webhooks/stripe',
  signatureHeader: 'Stripe-Signature',
  // Stripe's own events have some ten kilobytes.
  bodyLimitBytes: 1_048_576,
  throttle: { rate: 50, burst: 100 },
  needs: { core: 'write', ledger: 'append', paymentProvider: true, paymentEvents: true, recharge: 'start' },
  memoryMb: 512,
  timeoutSeconds: 29,
});
