import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'purge-payloads',
  summary: "Deletes payloads, fixed findings and notes past the account's retention.",
  entry: 'functions/jobs/purge-payloads/handler.ts',
  needs: { core: 'write', blobs: { read: ['pipelines'], remove: ['pipelines', 'results'] } },
  memoryMb: 512,
  timeoutSeconds: 900,
  everyMinutes: 60,
});
