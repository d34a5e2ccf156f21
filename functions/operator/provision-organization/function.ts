import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'provision-organization',
  summary:
    'Creates an organization with its pools and invites its first owner. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/provision-organization/handler.ts',
  needs: {
    core: 'write',
    ledger: 'append',
    invitationLinks: 'write',
    mailOutbox: true,
    publicAddress: true,
  },
  memoryMb: 512,
  timeoutSeconds: 30,
});
