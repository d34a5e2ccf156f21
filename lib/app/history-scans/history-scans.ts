import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { mayBeInconsistent } from '@scangate/domain/credits/leases/inconsistent-read';
import { historyScanView } from '@scangate/domain/history-scans/history-view';
import { startHistory, wasStarted } from '@scangate/domain/history-scans/start-history';
import { rememberAnswer, requireUnanswered } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { HistoryScan } from '@scangate/domain/records';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import { errorFields } from '#ports/log.ts';
import { commitOrThrow, type Page, type PageOptions, type Store } from '#ports/store.ts';
import { renewAccount } from '../billing/change-account.ts';
import { rechargeAndAlert } from '../auto-recharge/recharge-and-alert.ts';
import type { TriggerPorts } from '../auto-recharge/trigger-recharge.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadScanFacts } from '../scans/load-scan-facts.ts';
import type { HistoryRef } from './history-objects.ts';
import { loadHistoryScan } from './load-history-scan.ts';
import { loadRepository, type HistoryRequest } from './quote-history-scan.ts';

type HistoryView = ReturnType<typeof historyScanView>;

type StartPorts = TriggerPorts & {
  store: Pick<Store, 'load' | 'get' | 'list' | 'commit'>;
  historyWorkflow: HistoryStarter;
};

interface Accepted {
  scan: HistoryScan;
  /** The debit that this request wrote; absent when an earlier request did. */
  debit?: { state: BillingState; spent: { core: number; sast: number } };
}

/** Debits the price of a quote, only once even if repeated. */
const accept = async (
  { caller, repositoryId, historyScanId, idempotency }: HistoryRequest & { historyScanId: string },
  { store }: StartPorts,
  now: Date,
): Promise<Accepted> => {
  const { organizationId, billingAccountId } = caller;
  const at = now.toISOString();
  const applyRenewals = (stored: BillingState) =>
    isUpToDate(stored, at) ? stored : renewAccount(billingAccountId, store, at);
  const asked = { caller, repositoryId, idempotency, applyRenewals, withoutLent: true };
  const { facts, previousAnswer } = await loadScanFacts(asked, store, now);
  requireUnanswered(idempotency, previousAnswer, at);
  const quoted = await loadHistoryScan({ organizationId, repositoryId, historyScanId }, store);
  if (wasStarted(quoted)) return { scan: quoted };
  // The files counted by an older quote would be taken for the whole history, and would close findings of a newer
  // one.
  if (facts.repository.historyScan !== historyScanId)
    throw new Problem('conflict', { detail: 'There is a newer quote of this repository: accept that one.' });
  const { scan, changes, refusal } = startHistory(quoted, facts, now);
  const spent = { core: scan.credits ?? 0, sast: 0 };
  // A busy pool may have been read between two of its writes; then the transaction decides.
  const isCertain =
    refusal?.code !== 'insufficient_credits' || !mayBeInconsistent(facts.billing.pools, spent, now);
  if (refusal && isCertain) throw refusal;
  const answer = { status: 202 as const, body: historyScanView(scan) };
  await commitOrThrow(store, [...rememberAnswer(idempotency, answer, now), ...changes]);
  return { scan, debit: { state: facts.billing, spent } };
};

/**
 * Accepts a quote: debits its price, and starts the scan of the history. Accepting it again returns the same and
 * costs nothing. A workflow that could not be started is started by the sweep.
 * @throws Problem repository_not_found, history_scan_not_found, conflict, or of the first closed billing gate.
 */
export const startHistoryScan = async (
  request: HistoryRequest & { historyScanId: string },
  ports: StartPorts,
  now: Date,
): Promise<HistoryView> => {
  const { scan, debit } = await retryOnConflict(limits.historyScan, () => accept(request, ports, now));
  if (scan.status === 'running')
    try {
      await ports.historyWorkflow.start({ ...scan, phase: 'look', attempt: scan.attempts });
    } catch (error) {
      const { historyScanId } = scan;
      ports.log.warn('the history scan was not started; the sweep will start it', {
        historyScanId,
        ...errorFields(error),
      });
    }
  if (debit) await rechargeAndAlert({ ...debit, cause: scan.historyScanId }, ports, now.toISOString());
  return historyScanView(scan);
};

/** Gets a history scan with its progress. @throws Problem history_scan_not_found */
export const getHistoryScan = async (ref: HistoryRef, store: Pick<Store<'historyScan'>, 'get'>) =>
  historyScanView(await loadHistoryScan(ref, store));

/** Lists the history scans of a repository, newest first. @throws Problem repository_not_found */
export const listHistoryScans = async (
  { caller, repositoryId }: { caller: Caller; repositoryId: string },
  store: Pick<Store<'repository'>, 'get' | 'list'>,
  options: PageOptions,
): Promise<Page<HistoryView>> => {
  const { organizationId } = await loadRepository(caller, repositoryId, store);
  const { items, cursor } = await store.list('historyScans', { organizationId, repositoryId }, options);
  return { items: items.map(historyScanView), ...(cursor !== undefined && { cursor }) };
};
