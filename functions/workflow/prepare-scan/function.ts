import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'prepare-scan',
  summary:
    'Has the commit of a scan fetched and charges new units; has small units scanned and ends the scan.',
  entry: 'functions/workflow/prepare-scan/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['results'], write: ['results', 'work'], remove: ['incoming', 'work'] },
    advisories: 'read',
    publishedPoms: 'read',
    sourceFetcher: 'invoke',
    scanTasks: 'invoke',
    recharge: 'start',
    signing: 'sign',
    publicAddress: true,
  },
  memoryMb: 256,
  timeoutSeconds: 600,
});
