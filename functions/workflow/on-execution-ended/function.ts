import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'on-execution-ended',
  summary: 'Ends the scan of an execution that timed out, was aborted or failed.',
  entry: 'functions/workflow/on-execution-ended/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { remove: ['incoming', 'work'] },
  },
  memoryMb: 512,
  timeoutSeconds: 60,
});
