import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'prepare-scan',
  summary: 'Has the commit of a scan fetched, and charges the project units that are new.',
  entry: 'functions/workflow/prepare-scan/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['results'], write: ['results'] },
    advisories: 'read',
    sourceFetcher: 'invoke',
    recharge: 'start',
  },
  memoryMb: 512,
  timeoutSeconds: 600,
});
