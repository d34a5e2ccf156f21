import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'check-source',
  summary: 'Asks the host of a repository whether it can be read. It can reach no table.',
  entry: 'functions/workflow/check-source/handler.ts',
  needs: { repositorySecrets: 'decrypt', sources: true },
  memoryMb: 512,
  timeoutSeconds: 27,
});
