import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'refund-credit-pack',
  summary: 'Takes the unspent credits of a pack and returns their price. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/refund-credit-pack/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
  memoryMb: 512,
  timeoutSeconds: 30,
});
