import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'complete-advisory-watch',
  summary: 'Records that a published snapshot was matched, and tells whether another one is to be matched.',
  entry: 'functions/workflow/complete-advisory-watch/handler.ts',
  needs: { core: 'write', snapshots: 'read' },
  memoryMb: 512,
  timeoutSeconds: 30,
});
