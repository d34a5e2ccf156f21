import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sweep-history-scans',
  summary: 'Goes on with history scans whose execution was lost, and gives up those that nobody can end.',
  entry: 'functions/jobs/sweep-history-scans/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    historyWorkflow: 'start',
  },
  memoryMb: 256,
  timeoutSeconds: 240,
  everyMinutes: 5,
});
