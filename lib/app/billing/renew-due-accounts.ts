import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { dueTimesOfMonth } from '@scangate/domain/calendar';
import { queueShards } from '@scangate/domain/due-queue';
import { dayMs, hourMs } from '@scangate/domain/instant';
import type { Account, Instant, Pool } from '@scangate/domain/records';
import { errorFields, type Log } from '#ports/log.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';
import { renewAccount } from './change-account.ts';
import { billingRefs, billingState } from './load-account.ts';

export interface RenewalPorts {
  store: Pick<StoreReader<'account' | 'pool'>, 'load' | 'listDue'> &
    Pick<Store<'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail'>, 'commit'>;
  log: Log;
}

export interface RenewalSummary {
  /** Accounts with a pool whose refill falls into the examined time. */
  examined: number;
  renewed: number;
  failed: number;
}

/** The input of a run. */
export interface RenewalInput {
  /** Start of the examined time, given by an operator after an outage of more than a day. */
  since?: Instant;
}

/** Every pool is due at least once in this time, so that a run that examines more finds no other pool. */
const longestMonthDays = 31;

/** The job runs this often, so one of its runs in each hour begins in the first minutes. */
export const renewalMinutes = 5;

/** Returns the start of the examined time. @throws Error when `since` is no instant. */
const examineFrom = ({ since }: RenewalInput, now: Date): Date => {
  const asked = since === undefined ? now.getTime() : Date.parse(since);
  if (Number.isNaN(asked)) throw new Error('`since` is not an instant');
  const usualMs = now.getUTCMinutes() < renewalMinutes ? dayMs : hourMs;
  const from = Math.min(asked, now.getTime() - usualMs);
  return new Date(Math.max(from, now.getTime() - longestMonthDays * dayMs));
};

/** An account and its two pools are three of the hundred records of one load. */
const accountsPerLoad = 33;
/** The number of accounts of a shard that are renewed concurrently. */
const accountsAtOnce = 4;

interface Run extends RunContext {
  ports: RenewalPorts;
  from: Date;
  summary: RenewalSummary;
}

/** Renews those of the accounts that are due. Idle pools and unpaid subscriptions are not due, whatever their dates. */
const renewDue = async (
  accountIds: readonly string[],
  { ports: { store, log }, now, signal, summary }: Run,
): Promise<void> => {
  const at = now.toISOString();
  const loaded = await store.load(accountIds.flatMap((accountId) => billingRefs(accountId)));
  const renewIfDue = async (index: number): Promise<void> => {
    summary.examined++;
    const accountId = accountIds[index] ?? '';
    try {
      const [account, core, sast] = loaded.slice(3 * index) as [Account?, Pool?, Pool?];
      if (isUpToDate(billingState(account, core, sast), at)) return;
      await renewAccount(accountId, store, at);
      summary.renewed++;
    } catch (error) {
      summary.failed++;
      log.error('an account could not be renewed', { accountId, ...errorFields(error) });
    }
  };
  await runConcurrently([...accountIds.keys()], { atOnce: accountsAtOnce, signal }, renewIfDue);
};

const renewShard = async (shard: string, run: Run): Promise<void> => {
  const { ports, from, now, signal } = run;
  const seen = new Set<string>();
  for (const range of dueTimesOfMonth(from, now)) {
    for await (const { items } of dueQueuePages(ports.store, { record: 'pool', shard }, range)) {
      const fresh = [...new Set(items.map(({ accountId }) => accountId))].filter((id) => !seen.has(id));
      for (let start = 0; start < fresh.length; start += accountsPerLoad) {
        if (signal.aborted) return;
        const batch = fresh.slice(start, start + accountsPerLoad);
        for (const accountId of batch) seen.add(accountId);
        await renewDue(batch, run);
      }
    }
  }
};

/**
 * Writes the time-driven changes of accounts: monthly refills, the end of a canceled plan or add-on, a change at its
 * renewal. All of these fall on the day and time of an anchor, by which the pools are listed in the due queue. Each
 * run examines the last hour, and one in each hour the last day, so that they repeat what a failed or unfinished run
 * missed. Shards run concurrently, each a few accounts at a time. A second run changes nothing (docs/adr/0008-credit-periods-and-licenses.md).
 * @throws Error when an account failed, so that the alarm fires; the others are renewed.
 */
export const renewDueAccounts = async (
  input: RenewalInput | null,
  ports: RenewalPorts,
  { now, signal }: RunContext,
): Promise<RenewalSummary> => {
  const { log } = ports;
  const summary: RenewalSummary = { examined: 0, renewed: 0, failed: 0 };
  const run: Run = { ports, now, signal, from: examineFrom(input ?? {}, now), summary };
  const renewShardOrLog = async (shard: string): Promise<void> => {
    try {
      await renewShard(shard, run);
    } catch (error) {
      summary.failed++;
      log.error('a shard could not be read', { shard, ...errorFields(error) });
    }
  };
  await Promise.all(queueShards.map(renewShardOrLog));
  if (summary.renewed > 0) log.metric('AccountsRenewed', summary.renewed);
  if (signal.aborted) log.warn('more accounts are due than one run renews', { ...summary });
  if (summary.failed > 0) throw new Error(`${summary.failed} accounts could not be renewed`);
  return summary;
};
