import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'try-rules',
  summary:
    'Compiles rules of an organization, and tries them on a commit from its host. It can reach no table.',
  entry: 'functions/workflow/try-rules/handler.ts',
  needs: { repositorySecrets: 'decrypt', fingerprintKeys: true, sources: true },
  memoryMb: 2048,
  timeoutSeconds: 28,
  ephemeralMb: 2048,
});
