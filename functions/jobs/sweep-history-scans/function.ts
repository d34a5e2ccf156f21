import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sweep-history-scans',
  summary: 'Goes on with history scans whose execution was lost, and ends those that were lost again.',
  entry: 'functions/jobs/sweep-history-scans/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['work'], write: ['work'] },
    historyWorkflow: 'start',
  },
  memoryMb: 1024,
  timeoutSeconds: 840,
  everyMinutes: 5,
});
