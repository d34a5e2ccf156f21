import { addMonths } from '../calendar.ts';
import { creditPacks, type PackName } from '../credits/credit-packs.ts';
import { poolNames } from '../credits/credit-pool.ts';
import {
  addLicenses,
  requireLicensePurchase,
  scheduleLicenseReduction,
  undoLicenseReduction,
} from '../licenses/change-license-count.ts';
import { setAutoRenew } from '../plans/auto-renew.ts';
import { endPlan } from '../plans/end-plan.ts';
import { boughtLicenses } from '../plans/entitlements.ts';
import { includedCredits } from '../credits/refill/included-credits.ts';
import {
  applyPlanChange,
  schedulePlanChange,
  startPlan,
  undoPlanChange,
  validateSubscription,
} from '../plans/plan-change.ts';
import { priceOfAddon, priceOfPack, priceOfPlan, type PriceName } from '../plans/price-names.ts';
import { requireCapability } from '../plans/plans.ts';
import {
  cancelSastAddon,
  endSastAddon,
  requireAddonPurchase,
  resumeSastAddon,
  startSastAddon,
} from '../plans/sast-addon.ts';
import { nextRenewalAt } from '../plans/subscription-period.ts';
import type { Account, Instant, Subscription } from '../records.ts';
import type { BillingState } from './billing-state.ts';

type PaidPlan = Subscription & { plan: 'Starter' | 'Team' };

/** A change of the billing that can be previewed, with the fields of its own request. */
export type PreviewedChange =
  | ({ change: 'checkout' | 'plan' } & PaidPlan)
  | { change: 'undo_plan' | 'cancel_sast_addon' | 'resume_sast_addon' }
  | { change: 'licenses'; licenses: number }
  | { change: 'auto_renew'; enabled: boolean }
  | { change: 'sast_addon'; size: 'starter' | 'team' }
  | { change: 'pack'; pack: PackName };

/** The purchase that a change pays at once. */
export interface PreviewedPurchase {
  of: 'checkout' | 'licenses' | 'sast_addon' | 'pack';
  price: PriceName;
  quantity: number;
}

interface Previewed {
  /** The account once everything that is due now is paid. */
  after: BillingState;
  purchase?: PreviewedPurchase;
}

const cause = 'preview';

const changeLicenses = (state: BillingState, licenses: number, now: Instant): Previewed => {
  validateSubscription({ plan: 'Team', interval: 'month', licenses });
  const { account } = state;
  const isMore = account.plan !== 'Team' || licenses > boughtLicenses(account);
  if (isMore) {
    requireLicensePurchase(state, now);
    const { state: after } = addLicenses(state, { licenses, invoiceId: cause }, now);
    return { after, purchase: { of: 'licenses', ...priceOfPlan({ ...account, licenses }) } };
  }
  const reduced =
    licenses === boughtLicenses(account)
      ? undoLicenseReduction(state, cause, now)
      : scheduleLicenseReduction(state, { licenses, cause }, now);
  return { after: reduced.state };
};

const checkout = (state: BillingState, to: PaidPlan, now: Instant): Previewed => {
  const paidUntilAt = addMonths(now, to.interval === 'year' ? 12 : 1);
  const started = startPlan(state, { to, terms: { renewedBy: 'invoice', paidUntilAt }, at: now }, now);
  return { after: started.state, purchase: { of: 'checkout', ...priceOfPlan(to) } };
};

const buyAddon = (state: BillingState, size: 'starter' | 'team', now: Instant): Previewed => {
  requireAddonPurchase(state, size);
  const paidUntilAt = addMonths(now, 1);
  const { state: after } = startSastAddon(state, { size, at: now, paidUntilAt }, now);
  const item = priceOfAddon(size, boughtLicenses(state.account));
  return { after, purchase: { of: 'sast_addon', ...item } };
};

const buyPack = (state: BillingState, name: PackName): Previewed => {
  requireCapability(state.account.plan, 'pay_as_you_go');
  const { pool: poolName, credits } = creditPacks[name];
  const { available, purchased, ...pool } = state.pools[poolName];
  const filled = { ...pool, available: available + credits, purchased: purchased + credits };
  return {
    after: { ...state, pools: { ...state.pools, [poolName]: filled } },
    purchase: { of: 'pack', price: priceOfPack(name), quantity: 1 },
  };
};

const plainTerms = ({ plan, interval, licenses }: PaidPlan): PaidPlan => ({
  plan,
  interval,
  ...(licenses !== undefined && { licenses }),
});

/**
 * Applies a change to an account as its own request would, without storing it. Amounts that are due now count as
 * paid.
 * @throws the Problem with which the request itself would be refused.
 */
export const previewChange = (state: BillingState, given: PreviewedChange, now: Instant): Previewed => {
  switch (given.change) {
    case 'checkout':
      return checkout(state, plainTerms(given), now);
    case 'plan':
      return { after: schedulePlanChange(state, { to: plainTerms(given), cause }, now).state };
    case 'undo_plan':
      return { after: undoPlanChange(state, cause, now).state };
    case 'licenses':
      return changeLicenses(state, given.licenses, now);
    case 'auto_renew':
      return { after: setAutoRenew(state, { enabled: given.enabled, cause }, now).state };
    case 'sast_addon':
      return buyAddon(state, given.size, now);
    case 'cancel_sast_addon':
      return { after: cancelSastAddon(state, cause, now).state };
    case 'resume_sast_addon':
      return { after: resumeSastAddon(state, cause).state };
    case 'pack':
      return buyPack(state, given.pack);
  }
};

export const effectNames = [
  'plan',
  'interval',
  'licenses',
  'auto_renew',
  'sast_addon',
  'core_credits',
  'sast_credits',
  'retention_days',
  'core_balance',
  'sast_balance',
] as const;
type EffectName = (typeof effectNames)[number];

/** `core_credits` and `sast_credits` are per period; the balances are the spendable credits. */
export interface PreviewEffect {
  what: EffectName;
  from: string | number | boolean | null;
  to: string | number | boolean | null;
  at: Instant;
}

type Terms = Partial<Record<EffectName, PreviewEffect['from']>>;

const termsOf = ({ account }: BillingState): Terms => ({
  plan: account.plan,
  interval: account.interval,
  licenses: account.licenses ?? null,
  auto_renew: account.plan === 'Free' ? null : account.endsAt === undefined,
  sast_addon: account.sastAddon?.size ?? null,
  core_credits: includedCredits(account, 'core'),
  sast_credits: includedCredits(account, 'sast'),
  retention_days: account.retentionDays,
});

const balancesOf = ({ pools }: BillingState): Terms =>
  Object.fromEntries(poolNames.map((name) => [`${name}_balance`, pools[name].available]));

/** The account after its next renewal: pending changes are in force, and canceled parts have ended. */
const afterRenewal = (state: BillingState, now: Instant): BillingState => {
  const { endsAt, pending, sastAddon } = state.account;
  if (endsAt !== undefined) return endPlan(state, now).state;
  const changed = pending ? applyPlanChange(state, now).state : state;
  return sastAddon?.cancelsAt === undefined ? changed : endSastAddon(changed, now).state;
};

const isSast = (what: EffectName): boolean => what === 'sast_addon' || what === 'sast_credits';

const differences = (before: Terms, after: Terms, at: (what: EffectName) => Instant): PreviewEffect[] =>
  effectNames.flatMap((what) => {
    const [from = null, to = null] = [before[what], after[what]];
    return from === to ? [] : [{ what, from, to, at: at(what) }];
  });

/**
 * Returns every effect of a change, now and at the renewal, compared with the account as it would continue without
 * it.
 */
export const effectsOf = (before: BillingState, after: BillingState, now: Instant): PreviewEffect[] => {
  const immediate = differences(
    { ...termsOf(before), ...balancesOf(before) },
    { ...termsOf(after), ...balancesOf(after) },
    () => now,
  );
  const renewalOf = (account: Account): Instant | undefined => account.endsAt ?? account.pending?.effectiveAt;
  const planAt = renewalOf(after.account) ?? renewalOf(before.account) ?? nextRenewalAt(after, now);
  const addonAt = after.account.sastAddon?.cancelsAt ?? before.account.sastAddon?.cancelsAt ?? planAt;
  const later = differences(
    termsOf(afterRenewal(before, planAt)),
    termsOf(afterRenewal(after, planAt)),
    (what) => (isSast(what) && addonAt < planAt ? addonAt : planAt),
  );
  const isImmediate = ({ what, from, to }: PreviewEffect): boolean =>
    immediate.some((one) => one.what === what && (one.to === to || one.from === from));
  return [...immediate, ...later.filter((one) => !isImmediate(one))];
};
