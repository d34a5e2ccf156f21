import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'on-execution-ended',
  summary:
    'Ends the scan of an execution that timed out, was aborted or failed; has the default branch follow one that had completed.',
  entry: 'functions/workflow/on-execution-ended/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { remove: ['incoming', 'work'] },
    scanTasks: 'invoke',
  },
  memoryMb: 512,
  timeoutSeconds: 600,
});
