import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'prepare-base',
  summary: 'Finds the base that a scan is compared with, or has it fetched to be assessed.',
  entry: 'functions/workflow/prepare-base/handler.ts',
  needs: { core: 'write', blobs: { read: ['results'] }, sourceFetcher: 'invoke' },
  memoryMb: 512,
  timeoutSeconds: 600,
});
