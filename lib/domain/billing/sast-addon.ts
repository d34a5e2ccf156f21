import { Problem } from '../problem.ts';
import type { Account, Instant } from '../records.ts';
import { renewPeriod, startPeriod } from './periods.ts';
import { followedBy, withAccount, type BillingState, type Outcome } from './state.ts';

type Size = NonNullable<Account['sastAddon']>['size'];

const noted = (
  state: BillingState,
  action: string,
  cause: string,
  after: Record<string, unknown>,
): Outcome => ({
  state,
  entries: [],
  notes: [{ action, cause, after }],
});

const requireAddon = ({ account }: BillingState): NonNullable<Account['sastAddon']> => {
  if (!account.sastAddon) throw new Problem('conflict', { detail: 'There is no SAST add-on.' });
  return account.sastAddon;
};

/** Which size goes with the plan; Free has none. */
export const addonSizeOf = (plan: Account['plan']): Size | undefined =>
  plan === 'Free' ? undefined : plan === 'Starter' ? 'starter' : 'team';

/**
 * The add-on is active from `at` on, with its own period and its credits.
 * @param paidUntilAt with an invoice; without, it renews by schedule.
 * @throws Problem conflict when there is one, or its size does not go with the plan.
 */
export const startSastAddon = (
  state: BillingState,
  size: Size,
  at: Instant,
  now: Instant,
  paidUntilAt?: Instant,
): Outcome => {
  const { account } = state;
  if (account.sastAddon) throw new Problem('conflict', { detail: 'There is a SAST add-on already.' });
  if (addonSizeOf(account.plan) !== size)
    throw new Problem('conflict', {
      detail: `The SAST add-on ${size} does not go with the plan ${account.plan}.`,
    });
  const sastAddon = { size, ...(paidUntilAt !== undefined && { paidUntilAt }) };
  const started = noted(withAccount(state, { sastAddon }), 'sast_addon.started', at, { size });
  return followedBy(started, (current) => startPeriod(current, 'sast', at, now));
};

/** It ends with the period that is under way, and can be taken back until then. */
export const cancelSastAddon = (state: BillingState, cause: string): Outcome => {
  const addon = requireAddon(state);
  if (addon.cancelsAt !== undefined)
    throw new Problem('conflict', { detail: 'The SAST add-on is cancelled already.' });
  const cancelsAt = addon.paidUntilAt ?? state.pools.sast.periodEndAt;
  return noted(withAccount(state, { sastAddon: { ...addon, cancelsAt } }), 'sast_addon.cancelled', cause, {
    cancelsAt,
  });
};

/** Undoes a cancellation that is pending. Once it took effect only a new add-on helps. */
export const resumeSastAddon = (state: BillingState, cause: string): Outcome => {
  const addon = requireAddon(state);
  const { cancelsAt, ...kept } = addon;
  if (cancelsAt === undefined) throw new Problem('conflict', { detail: 'The SAST add-on is not cancelled.' });
  return noted(withAccount(state, { sastAddon: kept }), 'sast_addon.resumed', cause, {});
};

/** The add-on's next period is paid: it is refilled, by the licences there are now. */
export const renewSastAddon = (
  state: BillingState,
  at: Instant,
  now: Instant,
  paidUntilAt: Instant,
): Outcome => {
  const addon = requireAddon(state);
  const renewed = withAccount(state, { sastAddon: { ...addon, paidUntilAt } });
  return renewPeriod(renewed, 'sast', at, now);
};

/** The add-on is over: a refill that includes nothing. Bought SAST credits stay, and unlock nothing. */
export const endSastAddon = (
  state: BillingState,
  now: Instant,
  at = state.account.sastAddon?.cancelsAt ?? now,
): Outcome => {
  const addon = requireAddon(state);
  const ended = noted(withAccount(state, { sastAddon: undefined }), 'sast_addon.ended', at, {
    size: addon.size,
  });
  return followedBy(ended, (current) => startPeriod(current, 'sast', at, now));
};
