import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'fetch-source',
  summary: 'Fetches a commit from its host and stores the files of its units. It can reach no table.',
  entry: 'functions/workflow/fetch-source/handler.ts',
  needs: {
    blobs: { stream: ['work'], read: ['stopped'] },
    repositorySecrets: 'decrypt',
    fingerprintKeys: true,
    sources: true,
    outbound: true,
  },
  memoryMb: 2048,
  timeoutSeconds: 570,
  ephemeralMb: 6144,
});
