import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'track-default-branch',
  summary:
    'Brings tracked findings, trends and component index of a default branch to a scan that has ended.',
  entry: 'functions/workflow/track-default-branch/handler.ts',
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
