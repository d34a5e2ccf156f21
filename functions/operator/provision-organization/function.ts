import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'provision-organization',
  summary: 'Creates an organization with its first owner, pools and token. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/provision-organization/handler.ts',
  needs: { core: 'write', ledger: 'append', tokens: 'write' },
  memoryMb: 512,
  timeoutSeconds: 30,
});
