import { spec as checkDomains } from './check-domains/function.ts';
import { spec as endWaits } from './end-waits/function.ts';
import { spec as eraseOrganizations } from './erase-organizations/function.ts';
import { spec as purgePayloads } from './purge-payloads/function.ts';
import { spec as reconcilePayments } from './reconcile-payments/function.ts';
import { spec as recordRefusals } from './record-refusals/function.ts';
import { spec as rejudgeWaivedReleases } from './rejudge-waived-releases/function.ts';
import { spec as remindWaivers } from './remind-waivers/function.ts';
import { spec as renewCredits } from './renew-credits/function.ts';
import { spec as sealLedger } from './seal-ledger/function.ts';
import { spec as sendMails } from './send-mails/function.ts';
import { spec as sendReminders } from './send-reminders/function.ts';
import { spec as sweepRecharges } from './sweep-recharges/function.ts';
import { spec as sweepScans } from './sweep-scans/function.ts';
import { spec as sweepHistoryScans } from './sweep-history-scans/function.ts';
import { spec as syncAdvisories } from './sync-advisories/function.ts';

/** Every function that runs on a schedule. */
export const jobs = [
  sweepScans,
  sweepHistoryScans,
  syncAdvisories,
  renewCredits,
  sealLedger,
  purgePayloads,
  sweepRecharges,
  reconcilePayments,
  sendMails,
  recordRefusals,
  endWaits,
  sendReminders,
  remindWaivers,
  rejudgeWaivedReleases,
  checkDomains,
  eraseOrganizations,
] as const;
