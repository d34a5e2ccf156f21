import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'fetch-small-source',
  summary:
    'Fetches a commit of a repository that was small when it was last scanned. What it cannot take fetch-source fetches.',
  entry: 'functions/workflow/fetch-small-source/handler.ts',
  needs: {
    blobs: { stream: ['work'], read: ['stopped'] },
    repositorySecrets: 'decrypt',
    fingerprintKeys: true,
    sources: true,
    outbound: true,
  },
  memoryMb: 512,
  timeoutSeconds: 120,
});
