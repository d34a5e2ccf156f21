import { defineFunction } from '#contract/function.ts';

export const authorizer = defineFunction({
  name: 'authorizer',
  summary: 'Turns a token or the cookie of a session into the caller; anything else is 401.',
  entry: 'functions/api/authorizer/handler.ts',
  needs: { core: 'read', tokens: 'write', organizationRate: true },
  memoryMb: 512,
  timeoutSeconds: 10,
});
