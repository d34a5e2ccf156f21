import { defineFunction } from '../../lib/contract/function.ts';

export const provisionOrganization = defineFunction({
  name: 'provision-organization',
  summary: 'Creates an organization with its first owner, pools and token. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/provision-organization.ts',
  needs: { core: 'write', ledger: 'append', tokens: 'write' },
  memoryMb: 512,
  timeoutSeconds: 30,
});

/** What only whoever operates the service may do. */
export const operatorFunctions = [provisionOrganization] as const;
