import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'send-due-mails',
  summary: 'Sends mails to the owners and admins of an organization, and invitations to whom they invite.',
  entry: 'functions/jobs/send-due-mails/handler.ts',
  needs: { core: 'write', invitationLinks: 'write', publicAddress: true, mailer: true },
  memoryMb: 256,
  timeoutSeconds: 300,
  everyMinutes: 1,
});
