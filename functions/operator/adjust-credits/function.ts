import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'adjust-credits',
  summary: 'Adds credits to a pool or takes them, with a motif. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/adjust-credits/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 30,
});
