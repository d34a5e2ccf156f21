import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'recheck-waits',
  summary: 'Tells open waits of credentials that ended a moment ago.',
  entry: 'functions/jobs/recheck-waits/handler.ts',
  needs: { core: 'write' },
  memoryMb: 256,
  timeoutSeconds: 60,
  everyMinutes: 1,
});
