import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'list-accounts',
  summary: 'Lists organizations with plan, holds, balances and last scan. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/list-accounts/handler.ts',
  needs: { core: 'read' },
  memoryMb: 512,
  timeoutSeconds: 30,
});
