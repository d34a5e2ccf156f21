import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'invite-owner',
  summary: 'Invites an owner to an organization that nobody can administer. Invoked with IAM, not over HTTP.',
  entry: 'functions/operator/invite-owner/handler.ts',
  needs: { core: 'write', invitationLinks: 'write', mailOutbox: true, publicAddress: true },
  memoryMb: 512,
  timeoutSeconds: 30,
});
