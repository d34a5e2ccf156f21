import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'reapply-erasures',
  summary:
    'Erases organizations and removes addresses again that a restored backup brought back. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/reapply-erasures/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', erasure: 'start', ledgerSeals: 'sign' },
  memoryMb: 256,
  timeoutSeconds: 900,
});
