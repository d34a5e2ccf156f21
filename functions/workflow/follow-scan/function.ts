import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'follow-scan',
  summary:
    'Brings tracked findings, trends and component index of a default branch to a scan that has ended.',
  entry: 'functions/workflow/follow-scan/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    blobs: { read: ['results', 'index'], write: ['index'], remove: ['index'] },
    sourceCheck: 'invoke',
    watch: 'start',
  },
  memoryMb: 1024,
  timeoutSeconds: 600,
});
