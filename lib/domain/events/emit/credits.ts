import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import { poolAlert } from '@scangate/domain/credits/credits-alert';
import { poolNames, PoolConflict, type PoolName } from '@scangate/domain/credits/credit-pool';
import { lowOrEmpty } from '@scangate/domain/mail/reminders';
import type { Instant, Pool } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';

/** The organization that pays, and its account. */
export interface Payer {
  organization: Listening;
  state: BillingState;
}

type PoolUpdate = Extract<Change<'pool'>, { change: 'update' }>;

const updateOf = (changes: readonly Change[], name: PoolName): PoolUpdate | undefined =>
  changes.find(
    (change): change is PoolUpdate =>
      change.record === 'pool' && change.change === 'update' && change.id.pool === name,
  );

/** The pool after the refunds of the transaction are booked. */
const poolAfter = (pool: Pool, { add = {} }: Partial<PoolUpdate> = {}): Pool => ({
  ...pool,
  available: pool.available + (add.available ?? 0),
  included: pool.included + (add.included ?? 0),
  consumed: pool.consumed + (add.consumed ?? 0),
});

const creditsLow = ({ organization, state }: Payer, name: PoolName, at: Instant): Change<'storedEvent'>[] => {
  const { available, included, periodStartAt, periodEndAt: periodEndsAt } = state.pools[name];
  const alert = poolAlert(state, name) === 'empty' ? 'empty' : 'low';
  return emitEvent(organization, {
    type: 'credits.low',
    cause: `${name}#${periodStartAt}`,
    at,
    data: { pool: name, state: alert, available, included, periodEndsAt, link: '/billing/status' },
  });
};

/** Marks in the pool that its period was reported, so that only one of two scans that end at once reports it. */
const markTold = ({ accountId, pool, periodStartAt, toldLowIn }: Pool, base?: PoolUpdate): PoolUpdate => ({
  change: 'update',
  record: 'pool',
  id: { accountId, pool },
  onConflict: () => new PoolConflict(),
  ...base,
  set: { ...base?.set, toldLowIn: periodStartAt },
  when: [
    ...(base?.when ?? [{ field: 'periodStartAt', is: 'equal', value: periodStartAt }]),
    toldLowIn === undefined
      ? { field: 'toldLowIn', is: 'absent' }
      : { field: 'toldLowIn', is: 'equal', value: toldLowIn },
  ],
});

/**
 * Adds the event of a pool that runs low, once per period, to the transaction that ends a scan. No event is added
 * when auto-recharge is due, which fills the pool.
 */
export const withLowCredits = <C extends Change>(
  changes: readonly C[],
  { organization, state }: Payer,
  at: Instant,
): (C | Change<'pool' | 'storedEvent'>)[] => {
  let told: (C | Change<'pool' | 'storedEvent'>)[] = [...changes];
  for (const name of poolNames) {
    const pool = state.pools[name];
    if (pool.toldLowIn === pool.periodStartAt || pool.periodEndAt <= at) continue;
    const update = updateOf(changes, name);
    const after = { ...state, pools: { ...state.pools, [name]: poolAfter(pool, update) } };
    if (lowOrEmpty(after, name, at).length === 0) continue;
    const events = creditsLow({ organization, state: after }, name, at);
    if (events.length === 0) continue;
    told = [...told.filter((change) => change !== update), markTold(pool, update), ...events];
  }
  return told;
};
