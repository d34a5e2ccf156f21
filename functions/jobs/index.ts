import { defineFunction } from '#contract/function.ts';

export const sweepScans = defineFunction({
  name: 'sweep-scans',
  summary: 'Starts queued scans that have no execution, ends overdue ones, completes refunds.',
  entry: 'functions/jobs/sweep-scans/handler.ts',
  needs: {
    core: 'write',
    ledger: 'append',
    blobs: { remove: ['incoming', 'work'] },
    workflow: 'start',
  },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});

export const syncAdvisories = defineFunction({
  name: 'sync-advisories',
  summary: 'Brings the advisory snapshot up to date from the OSV dumps, one atomic switch.',
  entry: 'functions/jobs/sync-advisories/handler.ts',
  needs: { advisories: 'write' },
  memoryMb: 2048,
  timeoutSeconds: 900,
  ephemeralMb: 2048,
  everyMinutes: 6 * 60,
});

export const renewCredits = defineFunction({
  name: 'renew-credits',
  summary: 'Refills credit pools month by month and applies what a renewal brings.',
  entry: 'functions/jobs/renew-credits/handler.ts',
  needs: { core: 'write', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});

export const sealLedger = defineFunction({
  name: 'seal-ledger',
  summary: 'Seals the ledger of each pool once a day, and holds its balance against its entries.',
  entry: 'functions/jobs/seal-ledger/handler.ts',
  needs: { core: 'write', ledger: 'append' },
  memoryMb: 512,
  timeoutSeconds: 600,
  everyMinutes: 60,
});

export const purgePayloads = defineFunction({
  name: 'purge-payloads',
  summary: 'Removes what scans found once it is older than the retention of who pays.',
  entry: 'functions/jobs/purge-payloads/handler.ts',
  needs: { core: 'write', blobs: { remove: ['results'] } },
  memoryMb: 512,
  timeoutSeconds: 900,
  everyMinutes: 60,
});

export const sweepRecharges = defineFunction({
  name: 'sweep-recharges',
  summary: 'Finds pools that are to be recharged and whose trigger was lost.',
  entry: 'functions/jobs/sweep-recharges/handler.ts',
  needs: { core: 'read', recharge: 'start' },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 60,
});

export const reconcilePayments = defineFunction({
  name: 'visit-till',
  summary: 'Asks the till for what no message told, and makes it agree with what is wanted.',
  entry: 'functions/jobs/reconcile-payments/handler.ts',
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 5,
});

export const sendMails = defineFunction({
  name: 'send-mails',
  summary: 'Sends mails about billing to the owners and admins of an account.',
  entry: 'functions/jobs/send-mails/handler.ts',
  needs: { core: 'write', mailer: true },
  memoryMb: 256,
  timeoutSeconds: 300,
  everyMinutes: 1,
});

/** Every schedule there is. */
export const jobs = [
  sweepScans,
  syncAdvisories,
  renewCredits,
  sealLedger,
  purgePayloads,
  sweepRecharges,
  reconcilePayments,
  sendMails,
] as const;
