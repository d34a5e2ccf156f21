import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'assemble-pack',
  summary: 'Assembles an auditor pack from its slices, and signs it.',
  entry: 'functions/workflow/assemble-pack/handler.ts',
  needs: {
    core: 'write',
    ledger: 'read',
    blobs: { read: ['work'], stream: ['packs'] },
    signing: 'sign',
    verificationKeys: 'read',
    eventDispatch: 'invoke',
  },
  memoryMb: 512,
  timeoutSeconds: 840,
});
