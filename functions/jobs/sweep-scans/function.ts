import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sweep-scans',
  summary: 'Starts queued scans that have no execution, ends overdue ones and completes refunds.',
  entry: 'functions/jobs/sweep-scans/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { remove: ['incoming', 'work'] },
    workflow: 'resume',
  },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});
