import { spec as checkDomains } from './check-domains/function.ts';
import { spec as recheckWaits } from './recheck-waits/function.ts';
import { spec as startErasures } from './start-erasures/function.ts';
import { spec as purgePayloads } from './purge-payloads/function.ts';
import { spec as reconcilePayments } from './reconcile-payments/function.ts';
import { spec as recordRefusals } from './record-refusals/function.ts';
import { spec as rejudgeWaivedReleases } from './rejudge-waived-releases/function.ts';
import { spec as remindWaivers } from './remind-waivers/function.ts';
import { spec as renewDueAccounts } from './renew-due-accounts/function.ts';
import { spec as sealLedger } from './seal-ledger/function.ts';
import { spec as sendDueMails } from './send-due-mails/function.ts';
import { spec as sendReminders } from './send-reminders/function.ts';
import { spec as startMissedRecharges } from './start-missed-recharges/function.ts';
import { spec as sweepScans } from './sweep-scans/function.ts';
import { spec as sweepHistoryScans } from './sweep-history-scans/function.ts';
import { spec as syncAdvisories } from './sync-advisories/function.ts';

/** Every function that runs on a schedule. */
export const jobs = [
  sweepScans,
  sweepHistoryScans,
  syncAdvisories,
  renewDueAccounts,
  sealLedger,
  purgePayloads,
  startMissedRecharges,
  reconcilePayments,
  sendDueMails,
  recordRefusals,
  recheckWaits,
  sendReminders,
  remindWaivers,
  rejudgeWaivedReleases,
  checkDomains,
  startErasures,
] as const;
