import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'assemble-auditor-pack',
  summary: 'Assembles an auditor pack from its slices, and signs it.',
  entry: 'functions/workflow/assemble-auditor-pack/handler.ts',
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
