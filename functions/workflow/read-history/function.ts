import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'read-history',
  summary: 'Reads a part of the history of a repository from its host. It can reach no table.',
  entry: 'functions/workflow/read-history/handler.ts',
  needs: { blobs: { stream: ['work'] }, repositorySecrets: 'decrypt', fingerprintKeys: true, sources: true },
  memoryMb: 2048,
  timeoutSeconds: 840,
  ephemeralMb: 6144,
});
