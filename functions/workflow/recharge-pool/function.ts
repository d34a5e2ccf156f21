import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'recharge-pool',
  summary: 'Charges a pack for a pool that is low, and grants its credits.',
  entry: 'functions/workflow/recharge-pool/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
  memoryMb: 512,
  timeoutSeconds: 60,
});
