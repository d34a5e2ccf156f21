import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'finish-scan',
  summary: 'Judges the units and ends the scan: verdict, refunds and terminal status in one transaction.',
  entry: 'functions/workflow/finish-scan/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['results'], remove: ['incoming', 'work'] },
    signing: 'sign',
    publicAddress: true,
  },
  memoryMb: 512,
  timeoutSeconds: 60,
});
