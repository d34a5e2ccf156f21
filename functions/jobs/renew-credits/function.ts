import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'renew-credits',
  summary: 'Refills credit pools month by month and applies what a renewal brings.',
  entry: 'functions/jobs/renew-credits/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});
