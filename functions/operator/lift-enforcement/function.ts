import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'lift-enforcement',
  summary:
    'Lifts the enforced sign-on of an organization that is locked out. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/lift-enforcement/handler.ts',
  needs: { core: 'write' },
  memoryMb: 512,
  timeoutSeconds: 30,
});
