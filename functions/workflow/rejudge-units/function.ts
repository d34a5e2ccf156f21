import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'rejudge-units',
  summary: 'Judges project units again whose packages have changed advisories, and tracks what differs.',
  entry: 'functions/workflow/rejudge-units/handler.ts',
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    blobs: { read: ['results', 'releases'], write: ['releases'] },
    advisories: 'read',
    snapshots: 'read',
  },
  memoryMb: 1769,
  timeoutSeconds: 120,
});
