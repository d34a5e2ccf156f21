import type { PortsOf } from '#contract/ports-of.ts';
import { dueTimesOfMonth } from '@scangate/domain/credits/calendar';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { queueShards } from '@scangate/domain/due-queue';
import type { Account, Instant, Pool } from '@scangate/domain/records';
import { errorFields, log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { billingRefs, billingState } from '#app/billing/load-account.ts';
import { renewCredits } from '../index.ts';
import { dueQueuePages } from '#app/jobs/due-queue-pages.ts';

type Ports = PortsOf<(typeof renewCredits)['needs']>;

export interface RenewalSummary {
  /** Accounts that have a pool whose refill falls into the time looked at. */
  examined: number;
  renewed: number;
  failed: number;
}

/** What an operator may say: look back to this instant, after an outage of more than a day. */
interface Order {
  since?: Instant;
}

const dayMs = 86_400_000;

/** Every pool falls due at least once in so many days, so looking back further finds no other. */
const longestMonthDays = 31;

/** @throws Error when `since` is no instant. */
const lookBackTo = ({ since }: Order, now: Date): Date => {
  const asked = since === undefined ? now.getTime() : Date.parse(since);
  if (Number.isNaN(asked)) throw new Error('`since` is not an instant');
  const from = Math.min(asked, now.getTime() - dayMs);
  return new Date(Math.max(from, now.getTime() - longestMonthDays * dayMs));
};

/** An account and its two pools are three of the hundred records of one load. */
const accountsAtOnce = 33;

/** Renews those of the accounts that are due. Idle pools and unpaid subscriptions are not, whatever their dates say. */
const renewDue = async (
  accountIds: readonly string[],
  { store }: Ports,
  now: Instant,
  found: RenewalSummary,
): Promise<void> => {
  const loaded = await store.load(accountIds.flatMap((accountId) => billingRefs(accountId)));
  for (const [index, accountId] of accountIds.entries()) {
    found.examined++;
    try {
      const [account, core, sast] = loaded.slice(3 * index) as [Account?, Pool?, Pool?];
      if (isUpToDate(billingState(account, core, sast), now)) continue;
      await renewAccount(accountId, store, now);
      found.renewed++;
    } catch (error) {
      found.failed++;
      log.error('an account could not be renewed', { accountId, ...errorFields(error) });
    }
  }
};

const renewShard = async (
  shard: string,
  from: Date,
  ports: Ports,
  { now, signal }: TaskContext,
  found: RenewalSummary,
): Promise<void> => {
  const seen = new Set<string>();
  for (const places of dueTimesOfMonth(from, now)) {
    for await (const { items } of dueQueuePages(ports.store, 'pool', shard, places)) {
      const fresh = [...new Set(items.map(({ accountId }) => accountId))].filter((id) => !seen.has(id));
      for (let start = 0; start < fresh.length; start += accountsAtOnce) {
        if (signal.aborted) return;
        const some = fresh.slice(start, start + accountsAtOnce);
        for (const accountId of some) seen.add(accountId);
        await renewDue(some, ports, now.toISOString(), found);
      }
    }
  }
};

/**
 * Writes what time alone did to accounts: monthly refills, the end of a cancelled plan or add-on, a change at its
 * renewal. All of these fall on the day and time of an anchor, by which the pools stand in the open index; a day is
 * looked back over, so that a run that failed, or had no time for all, is made up for by the next. Shards side by side,
 * each one account at a time. Run twice, it finds nothing to do.
 * @throws Error when any account failed, so that its alarm rings; the others are renewed.
 */
export const renewDueAccounts = async (
  order: Order | null,
  ports: Ports,
  context: TaskContext,
): Promise<RenewalSummary> => {
  const from = lookBackTo(order ?? {}, context.now);
  const found: RenewalSummary = { examined: 0, renewed: 0, failed: 0 };
  await Promise.all(
    queueShards.map((shard) =>
      renewShard(shard, from, ports, context, found).catch((error: unknown) => {
        found.failed++;
        log.error('a shard could not be looked through', { shard, ...errorFields(error) });
      }),
    ),
  );
  if (found.renewed > 0) emitMetric('AccountsRenewed', found.renewed);
  if (context.signal.aborted) log.warn('more accounts are due than one run renews', { ...found });
  if (found.failed > 0) throw new Error(`${found.failed} accounts could not be renewed`);
  return found;
};

export const handler = task(renewCredits, { store: wireStore }, renewDueAccounts);
