import { queueShards } from '@scangate/domain/due-queue';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { differsTooLong, withDifference } from '@scangate/domain/payments/payment-account';
import type { PaymentAccount } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import type { StoreReader } from '#ports/store.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { belongsToThisDeployment, changePaymentAccount, loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts, PaymentStore } from './payment-ports.ts';
import { reconcilePayments } from './reconcile-payments.ts';

export interface ReconcileDuePorts extends PaymentPorts {
  store: PaymentStore & Pick<StoreReader, 'listDue'>;
}

export interface ReconcileSummary {
  reconciled: number;
  failed: number;
}

/** An account that failed makes room for the others, and is not tried again by every run. */
const postponeMs = hourMs;

const postpone = async (
  accountId: string,
  { store, log }: PaymentPorts,
  now: Date,
): Promise<PaymentAccount | undefined> => {
  const postponed = (row: PaymentAccount) => withDifference(row, now.toISOString(), postponeMs);
  try {
    return await changePaymentAccount(accountId, postponed, store);
  } catch (error) {
    log.error('an account could not be postponed', { accountId, ...errorFields(error) });
    return undefined;
  }
};

/** An erasure takes less time. A row that is due for longer without its account is left over. */
const erasureMs = dayMs;

/** Returns how far the erasure of an account is, of which nothing is left to reconcile. */
const erasureOf = async (
  accountId: string,
  { store, log }: PaymentPorts,
  now: Date,
): Promise<'none' | 'running' | 'over'> => {
  try {
    if (await belongsToThisDeployment(accountId, store)) return 'none';
    const { dueAt, differsSince } = (await loadPaymentAccount(accountId, store)) ?? {};
    const longAgo = addMs(now, -erasureMs);
    return [dueAt, differsSince].some((at) => at !== undefined && at < longAgo) ? 'over' : 'running';
  } catch (error) {
    log.error('an account that failed could not be read', { accountId, ...errorFields(error) });
    return 'none';
  }
};

interface Run extends RunContext {
  ports: ReconcileDuePorts;
  summary: ReconcileSummary;
  /** Accounts that have differed from the payment provider for too long. */
  differing: string[];
}

/** @returns the payment account after the run, where it can be read. */
const reconcileOrPostpone = async (
  accountId: string,
  { ports, now, summary }: Run,
): Promise<PaymentAccount | undefined> => {
  summary.reconciled++;
  try {
    await reconcilePayments(accountId, ports, now);
    return await loadPaymentAccount(accountId, ports.store);
  } catch (error) {
    const erasure = await erasureOf(accountId, ports, now);
    if (erasure === 'running') return undefined;
    summary.failed++;
    ports.log.error('an account could not be reconciled', { accountId, erasure, ...errorFields(error) });
    // What an erasure left over stays due, so that every run tells of it.
    return erasure === 'over' ? undefined : postpone(accountId, ports, now);
  }
};

/** Reports an account that differs for too long, so that the alarm fires. */
const reportDifference = (
  paymentAccount: PaymentAccount | undefined,
  { ports, now, differing }: Run,
): void => {
  if (!paymentAccount || !differsTooLong(paymentAccount, now.toISOString())) return;
  const { accountId, differsSince } = paymentAccount;
  differing.push(accountId);
  ports.log.warn('an account differs from the payment provider', { accountId, differsSince });
};

const reconcileShard = async (shard: string, run: Run): Promise<void> => {
  const { ports, now, signal } = run;
  const due = dueQueuePages(ports.store, { record: 'paymentAccount', shard }, { through: now.toISOString() });
  for await (const { items } of due) {
    for (const { accountId } of items) {
      if (signal.aborted) return;
      reportDifference(await reconcileOrPostpone(accountId, run), run);
    }
  }
};

/**
 * Reconciles every account that may differ from the payment provider, or whose event is overdue. A reconciled
 * account is due later, so that a run continues where the previous one ended. Shards run concurrently, each one
 * account at a time. A second run changes nothing, and an account that is erased meanwhile stays erased (docs/adr/0010-payments.md).
 * @throws Error when an account failed, so that the alarm fires; the others are reconciled.
 */
export const reconcileDueAccounts = async (
  ports: ReconcileDuePorts,
  { now, signal }: RunContext,
): Promise<ReconcileSummary> => {
  const { log } = ports;
  const summary: ReconcileSummary = { reconciled: 0, failed: 0 };
  const run: Run = { ports, now, signal, summary, differing: [] };
  const reconcileShardOrLog = async (shard: string): Promise<void> => {
    try {
      await reconcileShard(shard, run);
    } catch (error) {
      summary.failed++;
      log.error('a shard could not be read', { shard, ...errorFields(error) });
    }
  };
  await Promise.all(queueShards.map(reconcileShardOrLog));
  if (summary.reconciled > 0) log.metric('AccountsReconciled', summary.reconciled);
  if (run.differing.length > 0) log.metric('AccountsDifferingForAnHour', run.differing.length);
  if (signal.aborted) log.warn('more accounts are due than one run reconciles', { ...summary });
  if (summary.failed > 0) throw new Error(`${summary.failed} accounts could not be reconciled`);
  return summary;
};
