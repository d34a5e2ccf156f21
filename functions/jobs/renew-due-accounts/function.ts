import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'renew-due-accounts',
  summary: 'Refills credit pools month by month and applies what a renewal brings.',
  entry: 'functions/jobs/renew-due-accounts/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});
