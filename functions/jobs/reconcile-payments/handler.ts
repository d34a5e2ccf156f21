import type { PortsOf } from '#contract/ports-of.ts';
import { queueReconcile } from '@scangate/domain/payments/payment-account';
import { instantAfter } from '@scangate/domain/instant';
import { queueShards } from '@scangate/domain/due-queue';
import { errorFields, log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { changePaymentAccount } from '#app/payments/payment-account.ts';
import { reconcilePayments as visit } from '#app/payments/reconcile-payments.ts';
import { reconcilePayments } from '../index.ts';
import { dueQueuePages } from '#app/jobs/due-queue-pages.ts';

type Ports = PortsOf<(typeof reconcilePayments)['needs']>;

export interface ReconcileSummary {
  reconciled: number;
  failed: number;
}

/** One that fails gives the others its place, and is not asked for again at every run. */
const putOffMs = 60 * 60_000;

const putOff = async (accountId: string, { store }: Ports, now: Date): Promise<void> => {
  const until = instantAfter(now, putOffMs);
  await changePaymentAccount(accountId, (row) => queueReconcile(row, until), store).catch((error: unknown) =>
    log.error('an account could not be put off', { accountId, ...errorFields(error) }),
  );
};

const visitOne = async (
  accountId: string,
  ports: Ports,
  now: Date,
  found: ReconcileSummary,
): Promise<void> => {
  found.reconciled++;
  try {
    await visit(accountId, ports, now);
  } catch (error) {
    found.failed++;
    log.error('an account could not be visited', { accountId, ...errorFields(error) });
    await putOff(accountId, ports, now);
  }
};

const visitShard = async (
  shard: string,
  ports: Ports,
  { now, signal }: TaskContext,
  found: ReconcileSummary,
): Promise<void> => {
  const due = dueQueuePages(ports.store, 'paymentAccount', shard, { through: now.toISOString() });
  for await (const { items } of due) {
    for (const { accountId } of items) {
      if (signal.aborted) return;
      await visitOne(accountId, ports, now, found);
    }
  }
};

/**
 * Visits every account that may not agree with the till, or of which a message is overdue: what messages lost, and
 * requests left, is made up for here. What was visited is due later, so a run goes on where the one before ended. Shards
 * side by side, each one account at a time. Run twice, it finds nothing to do.
 * @throws Error when any account failed, so that its alarm rings; the others are visited.
 */
export const reconcileDue = async (
  _event: unknown,
  ports: Ports,
  context: TaskContext,
): Promise<ReconcileSummary> => {
  const found: ReconcileSummary = { reconciled: 0, failed: 0 };
  await Promise.all(
    queueShards.map((shard) =>
      visitShard(shard, ports, context, found).catch((error: unknown) => {
        found.failed++;
        log.error('a shard could not be looked through', { shard, ...errorFields(error) });
      }),
    ),
  );
  if (found.reconciled > 0) emitMetric('TillVisits', found.reconciled);
  if (context.signal.aborted) log.warn('more accounts are due than one run visits', { ...found });
  if (found.failed > 0) throw new Error(`${found.failed} accounts could not be visited`);
  return found;
};

export const handler = task(
  reconcilePayments,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  reconcileDue,
);
