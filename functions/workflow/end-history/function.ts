import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'end-history',
  summary: 'Ends the quote of a history scan with its price, or the scan with its findings and refunds.',
  entry: 'functions/workflow/end-history/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['work'], write: ['work'], stream: ['work'] },
  },
  memoryMb: 1024,
  timeoutSeconds: 840,
});
