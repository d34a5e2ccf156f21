import type { PortsOf } from '../../lib/contract/ports-of.ts';
import { placesDue } from '../../lib/domain/billing/calendar.ts';
import { isUpToDate } from '../../lib/domain/billing/renewal.ts';
import { openShards } from '../../lib/domain/open-index.ts';
import type { Account, Instant, Pool } from '../../lib/domain/records.ts';
import { errorFields, log, metric } from '../../lib/runtime/log.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { renewAccount } from '../billing/change-account.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import { renewCredits } from './index.ts';
import { openPages } from './open-pages.ts';

type Ports = PortsOf<(typeof renewCredits)['needs']>;

export interface Renewal {
  /** Accounts that have a pool whose refill falls into the time looked at. */
  looked: number;
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
  found: Renewal,
): Promise<void> => {
  const loaded = await store.load(accountIds.flatMap((accountId) => billingRefs(accountId)));
  for (const [index, accountId] of accountIds.entries()) {
    found.looked++;
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
  { now, signal }: StepContext,
  found: Renewal,
): Promise<void> => {
  const seen = new Set<string>();
  for (const places of placesDue(from, now)) {
    for await (const { items } of openPages(ports.store, 'pool', shard, places)) {
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
export const renew = async (order: Order | null, ports: Ports, context: StepContext): Promise<Renewal> => {
  const from = lookBackTo(order ?? {}, context.now);
  const found: Renewal = { looked: 0, renewed: 0, failed: 0 };
  await Promise.all(
    openShards.map((shard) =>
      renewShard(shard, from, ports, context, found).catch((error: unknown) => {
        found.failed++;
        log.error('a shard could not be looked through', { shard, ...errorFields(error) });
      }),
    ),
  );
  if (found.renewed > 0) metric('AccountsRenewed', found.renewed);
  if (context.signal.aborted) log.warn('more accounts are due than one run renews', { ...found });
  if (found.failed > 0) throw new Error(`${found.failed} accounts could not be renewed`);
  return found;
};

export const handler = step(renewCredits, { store: wireStore }, renew);
