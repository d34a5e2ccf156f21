import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'send-mails',
  summary: 'Sends mails about billing to the owners and admins of an account.',
  entry: 'functions/jobs/send-mails/handler.ts',
  needs: { core: 'write', mailer: true },
  memoryMb: 256,
  timeoutSeconds: 300,
  everyMinutes: 1,
});
