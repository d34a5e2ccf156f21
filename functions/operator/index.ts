import { defineFunction } from '#contract/function.ts';

export const provisionOrganization = defineFunction({
  name: 'provision-organization',
  summary: 'Creates an organization with its first owner, pools and token. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/provision-organization/handler.ts',
  needs: { core: 'write', ledger: 'append', tokens: 'write' },
  memoryMb: 512,
  timeoutSeconds: 30,
});

export const adjustCredits = defineFunction({
  name: 'adjust-credits',
  summary: 'Gives or takes credits of a pool, with a motif. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/adjust-credits/handler.ts',
  needs: { core: 'write', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 30,
});

export const applyBillingEvent = defineFunction({
  name: 'apply-billing-event',
  summary:
    'Sets or changes what an organization has by agreement: plan, licences, add-on, hold. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/apply-billing-event/handler.ts',
  needs: { core: 'write', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 30,
});

/** What only whoever operates the service may do. */
export const operatorFunctions = [provisionOrganization, adjustCredits, applyBillingEvent] as const;
