import { Problem } from '../problem.ts';
import type { Account, Instant } from '../records.ts';
import { periodAt } from '../calendar.ts';
import { renewPeriod, restartPeriods } from '../credits/refill/refill-periods.ts';
import {
  noChange,
  withAccount,
  type AuditNote,
  type BillingOutcome,
  type BillingState,
} from '../accounts/billing-state.ts';

type Size = NonNullable<Account['sastAddon']>['size'];

const withNote = (outcome: BillingOutcome, note: AuditNote): BillingOutcome => ({
  ...outcome,
  auditNotes: [...outcome.auditNotes, note],
});

const requireAddon = ({ account }: BillingState): NonNullable<Account['sastAddon']> => {
  if (!account.sastAddon) throw new Problem('conflict', { detail: 'There is no SAST add-on.' });
  return account.sastAddon;
};

const addonSizes: Record<Account['plan'], Size | undefined> = {
  Free: undefined,
  Starter: 'starter',
  Team: 'team',
  Regulated: 'team',
};

/** The add-on size of a plan; undefined for Free, which has no add-on. */
export const addonSizeForPlan = (plan: Account['plan']): Size | undefined => addonSizes[plan];

/** Starts or ends the add-on and restarts the SAST periods. The start of the new period is the cause of the note. */
const replaceAddon = (
  state: BillingState,
  {
    sastAddon,
    at,
    ...note
  }: {
    sastAddon: Account['sastAddon'];
    at: Instant;
    action: 'sast_addon.started' | 'sast_addon.ended';
    after: { size: Size };
  },
  now: Instant,
): BillingOutcome => {
  const restarted = restartPeriods(withAccount(state, { sastAddon }), { pool: 'sast', at }, now);
  return withNote(restarted, { ...note, cause: restarted.state.pools.sast.periodStartAt });
};

/**
 * Requires that the add-on may be bought in this size. It starts when it is paid.
 * @throws Problem conflict.
 */
export const requireAddonPurchase = ({ account }: BillingState, size: Size): void => {
  const refuse = (detail: string) => {
    throw new Problem('conflict', { detail });
  };
  if (account.sastAddon?.cancelsAt !== undefined)
    refuse('The account has a canceled SAST add-on. Resume it before it ends.');
  if (account.sastAddon) refuse('The account already has a SAST add-on.');
  if (addonSizeForPlan(account.plan) !== size)
    refuse(`The SAST add-on ${size} does not fit the plan ${account.plan}.`);
  if (account.renewedBy !== 'invoice')
    refuse('This subscription is set by agreement. Ask your contact to change its SAST add-on.');
};

/** Returns whether a payment for this period, or for a later one, was applied before. */
const isPaid = (addon: Account['sastAddon'], untilAt: Instant): boolean =>
  addon?.paidUntilAt !== undefined && addon.paidUntilAt >= untilAt;

/**
 * Starts the add-on at `at`, with its own periods and credits.
 * @param paidUntilAt the end of the paid period. A payment that was applied before changes nothing. Without it the
 * add-on renews by schedule.
 * @throws Problem conflict when there is another add-on, or the size does not fit the plan.
 */
export const startSastAddon = (
  state: BillingState,
  { size, at, paidUntilAt }: { size: Size; at: Instant; paidUntilAt?: Instant | undefined },
  now: Instant,
): BillingOutcome => {
  const { account } = state;
  if (paidUntilAt !== undefined && isPaid(account.sastAddon, paidUntilAt)) return noChange(state);
  if (account.sastAddon) throw new Problem('conflict', { detail: 'The account already has a SAST add-on.' });
  if (addonSizeForPlan(account.plan) !== size)
    throw new Problem('conflict', {
      detail: `The SAST add-on ${size} does not fit the plan ${account.plan}.`,
    });
  const sastAddon = { size, ...(paidUntilAt !== undefined && { paidUntilAt }) };
  return replaceAddon(state, { sastAddon, at, action: 'sast_addon.started', after: { size } }, now);
};

/** The end of the add-on's current period, whether its renewal is paid or not. */
const periodEndOf = ({ account, pools }: BillingState, now: Instant): Instant => {
  const { anchorAt, periodEndAt } = pools.sast;
  const endsAt = account.sastAddon?.paidUntilAt ?? periodEndAt;
  return endsAt > now ? endsAt : periodAt(anchorAt, now).endAt;
};

/** Cancels the add-on at the end of its current period. It can be resumed until then. */
export const cancelSastAddon = (state: BillingState, cause: string, now: Instant): BillingOutcome => {
  const addon = requireAddon(state);
  if (addon.cancelsAt !== undefined)
    throw new Problem('conflict', { detail: 'The SAST add-on is already canceled.' });
  const cancelsAt = periodEndOf(state, now);
  const canceled = noChange(withAccount(state, { sastAddon: { ...addon, cancelsAt } }));
  return withNote(canceled, { action: 'sast_addon.cancelled', cause, after: { cancelsAt } });
};

/** Undoes a pending cancellation. After the add-on ended, only a new one can be started. */
export const resumeSastAddon = (state: BillingState, cause: string): BillingOutcome => {
  const addon = requireAddon(state);
  const { cancelsAt, ...kept } = addon;
  if (cancelsAt === undefined) throw new Problem('conflict', { detail: 'The SAST add-on is not canceled.' });
  const resumed = noChange(withAccount(state, { sastAddon: kept }));
  return withNote(resumed, { action: 'sast_addon.resumed', cause, after: {} });
};

/**
 * Renews the add-on for a paid period, with the credits of the licenses there are now. A payment that was applied
 * before, or that comes after the add-on ended, changes nothing.
 */
export const renewSastAddon = (
  state: BillingState,
  { at, paidUntilAt }: { at: Instant; paidUntilAt: Instant },
  now: Instant,
): BillingOutcome => {
  const { sastAddon } = state.account;
  if (!sastAddon || isPaid(sastAddon, paidUntilAt)) return noChange(state);
  const { cancelsAt } = sastAddon;
  // A paid period is granted even when the add-on was canceled before the payment was known.
  const paidToTheEnd = cancelsAt !== undefined && cancelsAt < paidUntilAt && { cancelsAt: paidUntilAt };
  const renewed = withAccount(state, { sastAddon: { ...sastAddon, paidUntilAt, ...paidToTheEnd } });
  return renewPeriod(renewed, { pool: 'sast', at }, now);
};

/** Ends the add-on with a refill of 0 credits. Purchased SAST credits stay. Without an add-on it changes nothing. */
export const endSastAddon = (
  state: BillingState,
  now: Instant,
  at = state.account.sastAddon?.cancelsAt ?? now,
): BillingOutcome => {
  const { sastAddon } = state.account;
  if (!sastAddon) return noChange(state);
  const { size } = sastAddon;
  return replaceAddon(state, { sastAddon: undefined, at, action: 'sast_addon.ended', after: { size } }, now);
};
