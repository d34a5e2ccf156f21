import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'write-export',
  summary: 'Writes the next part of an export.',
  entry: 'functions/workflow/write-export/handler.ts',
  needs: {
    core: 'write',
    ledger: 'read',
    tokens: 'read',
    organizationRows: true,
    blobs: { read: ['pipelines', 'results'], list: ['pipelines', 'results'], stream: ['exports'] },
  },
  memoryMb: 1024,
  timeoutSeconds: 840,
});
