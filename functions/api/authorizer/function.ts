import { defineFunction } from '#contract/function.ts';

export const authorizer = defineFunction({
  name: 'authorizer',
  summary: 'Turns a bearer credential into the caller; anything else is 401.',
  entry: 'functions/api/authorizer/handler.ts',
  needs: { core: 'read', tokens: 'write' },
  memoryMb: 512,
  timeoutSeconds: 10,
});
