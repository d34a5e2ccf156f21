import { actorOf, auditEvent } from '../audit/audit-event.ts';
import { clientMonthOf } from '../accounts/client-budget.ts';
import type { Change } from '../record-changes.ts';
import { stampUnit } from '../credits/charge-scan.ts';
import { poolNames } from '../credits/credit-pool.ts';
import { addMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { HistoryScan, LedgerEntry, ScanUnit } from '../records.ts';
import { closedGate, passBillingGates, payThroughGates, type GateRecord } from '../scans/billing-gates.ts';
import { triggerOfCaller } from '../scans/plan-scan.ts';
import { gateFacts, type ScanFacts } from '../scans/resolve-request.ts';
import { historyLimits } from './history-limits.ts';
import { attemptAt, requireLast, updateHistoryScan } from './quote-history.ts';

type StartRecord = 'historyScan' | 'repository' | 'auditEvent' | GateRecord;

/** Returns whether a quote was accepted before: accepting it again changes nothing. */
export const wasStarted = ({ startedAt }: HistoryScan): boolean => startedAt !== undefined;

/** @throws Problem conflict for anything but a quote that can be accepted. */
const requireQuote = ({ status, quotedAt = '' }: HistoryScan, now: Date): void => {
  if (status === 'quoting') throw new Problem('conflict', { detail: 'The history is still being counted.' });
  if (status !== 'quoted') throw new Problem('conflict', { detail: 'There is no quote: request a new one.' });
  if (addMs(new Date(quotedAt), historyLimits.quoteMs) < now.toISOString())
    throw new Problem('conflict', { detail: 'The quote has expired: request a new one.' });
};

/** Returns whether an entry is the debit of a history scan, or its refund. */
export const isOfHistory = ({ source }: Pick<LedgerEntry, 'source'>): boolean =>
  source === 'history_scan' || source === 'history_scan_refund';

/** A history is charged as a unit of its own, which has the id of the repository. */
export const historyUnit = ({ repositoryId, credits = 0, promotionsVersions }: HistoryScan): ScanUnit => ({
  projectUnitId: repositoryId,
  path: '',
  type: 'source',
  status: 'running',
  charge: { core: credits },
  ...(promotionsVersions && { promotionsVersions }),
});

/** A started history scan and the changes that start it. */
interface StartedHistory {
  scan: HistoryScan;
  changes: Change<StartRecord>[];
  /** The problem with which the transaction would be refused, judging by the loaded records. */
  refusal: Problem | undefined;
}

/**
 * Accepts a quote: debits its price at once and starts the work, behind the same gates as a new scan.
 * @throws Problem conflict without a quote, or the problem of the first closed billing gate.
 */
export const startHistory = (quoted: HistoryScan, facts: ScanFacts, now: Date): StartedHistory => {
  requireQuote(quoted, now);
  const { caller, billing } = facts;
  const { credits = 0, historyScanId, organizationId } = quoted;
  const gates = gateFacts({ scanTypes: ['secrets'], total: { core: credits, sast: 0 } }, facts, now);
  passBillingGates(gates);
  const at = now.toISOString();
  const { personId, billingAccountId } = caller;
  const clientMonth = clientMonthOf(caller, at);
  const { promotionsVersions } = stampUnit(historyUnit(quoted), billing.pools);
  const set: Partial<HistoryScan> = {
    status: 'running',
    personId,
    billingAccountId,
    sourceTrigger: triggerOfCaller(caller),
    startedAt: at,
    chargedPeriods: Object.fromEntries(poolNames.map((pool) => [pool, billing.pools[pool].periodStartAt])),
    ...(promotionsVersions && { promotionsVersions }),
    ...(clientMonth !== undefined && { clientMonth }),
    partsDone: 0,
    ...attemptAt(historyScanId, now),
  };
  const scan: HistoryScan = { ...quoted, ...set };
  const charged = { ...scan, scanId: historyScanId, source: 'history_scan' as const };
  const paid = { caller, charged, units: [historyUnit(scan)] };
  const gateChanges = payThroughGates([updateHistoryScan(quoted, { set }), requireLast(quoted)], paid, gates);
  const noted = auditEvent({
    organizationId,
    actor: actorOf(caller),
    at,
    action: 'history_scan.started',
    cause: historyScanId,
    target: historyScanId,
    after: { repositoryId: quoted.repositoryId, credits },
  });
  return { scan, refusal: closedGate(gates), changes: [...gateChanges, noted] };
};
