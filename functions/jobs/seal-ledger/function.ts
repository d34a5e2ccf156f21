import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'seal-ledger',
  summary:
    'Seals the ledger of each pool once a day, signs the seals, and compares its balance with its entries.',
  entry: 'functions/jobs/seal-ledger/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'seal', ledgerSeals: 'sign' },
  memoryMb: 512,
  timeoutSeconds: 600,
  everyMinutes: 60,
});
