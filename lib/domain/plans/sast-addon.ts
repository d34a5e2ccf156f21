import type { AuditAction } from '../audit/audit-event.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant } from '../records.ts';
import { periodAt } from '../credits/calendar.ts';
import { renewPeriod, restartPeriods } from '../credits/credit-periods.ts';
import { noChange, withAccount, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

type Size = NonNullable<Account['sastAddon']>['size'];

const noted = (
  outcome: BillingOutcome,
  action: AuditAction,
  cause: string,
  after: Record<string, unknown>,
): BillingOutcome => ({ ...outcome, auditNotes: [...outcome.auditNotes, { action, cause, after }] });

const requireAddon = ({ account }: BillingState): NonNullable<Account['sastAddon']> => {
  if (!account.sastAddon) throw new Problem('conflict', { detail: 'There is no SAST add-on.' });
  return account.sastAddon;
};

/** Which size goes with the plan; Free has none. */
export const addonSizeForPlan = (plan: Account['plan']): Size | undefined =>
  plan === 'Free' ? undefined : plan === 'Starter' ? 'starter' : 'team';

/** With whatever of the add-on, from this instant on: another period, told of by its start, which no other has. */
const begin = (
  state: BillingState,
  sastAddon: Account['sastAddon'],
  action: 'sast_addon.started' | 'sast_addon.ended',
  size: Size,
  at: Instant,
  now: Instant,
): BillingOutcome => {
  const begun = restartPeriods(withAccount(state, { sastAddon }), { pool: 'sast', at }, now);
  return noted(begun, action, begun.state.pools.sast.periodStartAt, { size });
};

/**
 * Whether the add-on may be ordered in this size; it begins once it is paid.
 * @throws Problem conflict.
 */
export const requireAddonPurchase = ({ account }: BillingState, size: Size): void => {
  const refuse = (detail: string) => {
    throw new Problem('conflict', { detail });
  };
  if (account.sastAddon?.cancelsAt !== undefined)
    refuse('There is a SAST add-on, which is cancelled: it can be resumed until it ends.');
  if (account.sastAddon) refuse('There is a SAST add-on already.');
  if (addonSizeForPlan(account.plan) !== size)
    refuse(`The SAST add-on ${size} does not go with the plan ${account.plan}.`);
  if (account.renewedBy !== 'invoice')
    refuse('This subscription is by agreement, and so is its SAST add-on; ask who agreed on it.');
};

/** Whether the till told of a payment until then, or of a later one, before. */
const isPaid = (addon: Account['sastAddon'], untilAt: Instant): boolean =>
  addon?.paidUntilAt !== undefined && addon.paidUntilAt >= untilAt;

/**
 * The add-on is active from `at` on, with its own period and its credits.
 * @param paidUntilAt with an invoice, whose repetition changes nothing; without, it renews by schedule.
 * @throws Problem conflict when there is another one, or its size does not go with the plan.
 */
export const startSastAddon = (
  state: BillingState,
  { size, at, paidUntilAt }: { size: Size; at: Instant; paidUntilAt?: Instant | undefined },
  now: Instant,
): BillingOutcome => {
  const { account } = state;
  if (paidUntilAt !== undefined && isPaid(account.sastAddon, paidUntilAt)) return noChange(state);
  if (account.sastAddon) throw new Problem('conflict', { detail: 'There is a SAST add-on already.' });
  if (addonSizeForPlan(account.plan) !== size)
    throw new Problem('conflict', {
      detail: `The SAST add-on ${size} does not go with the plan ${account.plan}.`,
    });
  const sastAddon = { size, ...(paidUntilAt !== undefined && { paidUntilAt }) };
  return begin(state, sastAddon, 'sast_addon.started', size, at, now);
};

/** The end of the add-on's period that is under way, whether its renewal is paid yet or not. */
const periodEndOf = ({ account, pools }: BillingState, now: Instant): Instant => {
  const { anchorAt, periodEndAt } = pools.sast;
  const endsAt = account.sastAddon?.paidUntilAt ?? periodEndAt;
  return endsAt > now ? endsAt : periodAt(anchorAt, now).endAt;
};

/** It ends with the period that is under way, and can be taken back until then. */
export const cancelSastAddon = (state: BillingState, cause: string, now: Instant): BillingOutcome => {
  const addon = requireAddon(state);
  if (addon.cancelsAt !== undefined)
    throw new Problem('conflict', { detail: 'The SAST add-on is cancelled already.' });
  const cancelsAt = periodEndOf(state, now);
  const cancelled = noChange(withAccount(state, { sastAddon: { ...addon, cancelsAt } }));
  return noted(cancelled, 'sast_addon.cancelled', cause, { cancelsAt });
};

/** Undoes a cancellation that is pending. Once it took effect only a new add-on helps. */
export const resumeSastAddon = (state: BillingState, cause: string): BillingOutcome => {
  const addon = requireAddon(state);
  const { cancelsAt, ...kept } = addon;
  if (cancelsAt === undefined) throw new Problem('conflict', { detail: 'The SAST add-on is not cancelled.' });
  return noted(noChange(withAccount(state, { sastAddon: kept })), 'sast_addon.resumed', cause, {});
};

/**
 * A period of the add-on is paid: it is refilled, by the licences there are now. Told again, or after the add-on ended,
 * it changes nothing.
 */
export const renewSastAddon = (
  state: BillingState,
  { at, paidUntilAt }: { at: Instant; paidUntilAt: Instant },
  now: Instant,
): BillingOutcome => {
  const { sastAddon } = state.account;
  if (!sastAddon || isPaid(sastAddon, paidUntilAt)) return noChange(state);
  const { cancelsAt } = sastAddon;
  // What is paid is given, also when it was cancelled before the payment was heard of.
  const paidToTheEnd = cancelsAt !== undefined && cancelsAt < paidUntilAt && { cancelsAt: paidUntilAt };
  const renewed = withAccount(state, { sastAddon: { ...sastAddon, paidUntilAt, ...paidToTheEnd } });
  return renewPeriod(renewed, { pool: 'sast', at }, now);
};

/**
 * The add-on is over: a refill that includes nothing. Bought SAST credits stay, and unlock nothing. Told again, it
 * changes nothing.
 */
export const endSastAddon = (
  state: BillingState,
  now: Instant,
  at = state.account.sastAddon?.cancelsAt ?? now,
): BillingOutcome => {
  const { sastAddon } = state.account;
  if (!sastAddon) return noChange(state);
  return begin(state, undefined, 'sast_addon.ended', sastAddon.size, at, now);
};
