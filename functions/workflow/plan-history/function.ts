import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'plan-history',
  summary: 'Divides the work of a history scan into steps.',
  entry: 'functions/workflow/plan-history/handler.ts',
  needs: { core: 'write', blobs: { read: ['work'], write: ['work'] }, historyReader: 'invoke' },
  memoryMb: 256,
  timeoutSeconds: 870,
});
