import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'write-auditor-pack-slice',
  summary: 'Writes the verdicts of a slice of an auditor pack.',
  entry: 'functions/workflow/write-auditor-pack-slice/handler.ts',
  needs: {
    core: 'read',
    blobs: { read: ['work', 'results'], stream: ['work'] },
  },
  memoryMb: 512,
  timeoutSeconds: 840,
});
