import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'continue-ledgers',
  summary:
    'Signs statements by which ledgers that were restored to before signed seals continue. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/continue-ledgers/handler.ts',
  needs: { core: 'read', ledger: 'read', ledgerSeals: 'sign' },
  memoryMb: 512,
  timeoutSeconds: 900,
});
