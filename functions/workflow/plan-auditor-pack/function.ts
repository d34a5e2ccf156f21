import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'plan-auditor-pack',
  summary: 'Divides the scans of an auditor pack into slices.',
  entry: 'functions/workflow/plan-auditor-pack/handler.ts',
  needs: { core: 'read', blobs: { write: ['work'] } },
  memoryMb: 1024,
  timeoutSeconds: 300,
});
