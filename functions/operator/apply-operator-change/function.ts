import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'apply-operator-change',
  summary:
    'Changes what an organization has by agreement: plan, licenses, add-on, hold. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/apply-operator-change/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 30,
});
