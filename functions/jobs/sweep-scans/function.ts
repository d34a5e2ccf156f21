import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sweep-scans',
  summary:
    'Starts queued scans that have no execution, ends overdue ones, completes refunds and asks unanswered hosts again.',
  entry: 'functions/jobs/sweep-scans/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['results', 'index'], write: ['index'], remove: ['incoming', 'work', 'index'] },
    sourceCheck: 'invoke',
    watch: 'start',
    workflow: 'resume',
  },
  memoryMb: 1024,
  timeoutSeconds: 300,
  everyMinutes: 5,
});
