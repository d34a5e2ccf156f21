import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'send-reminders',
  summary: 'Reminds owners and admins once a day: of low balances, yearly renewals and unpaid invoices.',
  entry: 'functions/jobs/send-reminders/handler.ts',
  needs: { core: 'write', paymentProvider: true },
  memoryMb: 512,
  timeoutSeconds: 600,
  everyMinutes: 60,
});
