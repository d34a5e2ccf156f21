import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'reconcile-payments',
  summary: 'Brings accounts and the payment provider in line where events were lost.',
  entry: 'functions/jobs/reconcile-payments/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});
