import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'record-refusals',
  summary: 'Writes refused requests (403) into the audit log, one event a person, endpoint and hour.',
  entry: 'functions/jobs/record-refusals/handler.ts',
  needs: { core: 'write' },
  memoryMb: 256,
  timeoutSeconds: 300,
  everyMinutes: 1,
});
