import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'work-on-history',
  summary: 'Has a slice of a history listed, or a part of its files looked at.',
  entry: 'functions/workflow/work-on-history/handler.ts',
  needs: { core: 'write', blobs: { read: ['work'], write: ['work'] }, historyReader: 'invoke' },
  memoryMb: 256,
  timeoutSeconds: 870,
});
