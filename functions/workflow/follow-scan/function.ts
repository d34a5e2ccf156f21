import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'follow-scan',
  summary: 'Brings the tracked findings and trends of a default branch to a scan that has ended.',
  entry: 'functions/workflow/follow-scan/handler.ts',
  needs: { core: 'write', blobs: { read: ['results'] }, sourceCheck: 'invoke' },
  memoryMb: 1024,
  timeoutSeconds: 600,
});
