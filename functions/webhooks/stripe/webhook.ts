import { defineWebhook } from '#contract/webhook.ts';

export const webhook = defineWebhook({
  name: 'stripe-webhook',
  summary: 'Handles events of Stripe. An event only names an object, which is fetched.',
  entry: 'functions/webhooks/stripe/handler.ts',
  path: '/webhooks/stripe',
  signatureHeader: 'Stripe-Signature',
  // Stripe's events have about ten kilobytes.
  bodyLimitBytes: 1_048_576,
  throttle: { rate: 50, burst: 100 },
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    paymentProvider: true,
    paymentEvents: true,
    recharge: 'start',
  },
  memoryMb: 512,
  timeoutSeconds: 29,
});
