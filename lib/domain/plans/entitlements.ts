import { plans, teamMinimumLicenses, type Capability } from './plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant } from '../records.ts';
import type { PlanName } from './plan-names.ts';

/**
 * Returns the plan in force. A canceled plan ends at its instant, even before the renewal job records that. Every
 * other plan change is in force once it is written.
 */
export const planAt = (account: Pick<Account, 'plan' | 'endsAt'>, now: Instant): PlanName =>
  account.endsAt !== undefined && account.endsAt <= now ? 'Free' : account.plan;

/** The capabilities of a plan. */
export const capabilitiesOf = (plan: PlanName): readonly Capability[] => plans[plan].capabilities;

/** Returns the bought or agreed licenses, for plans whose credits depend on them. */
export const boughtLicenses = (account: Pick<Account, 'licenses'>): number =>
  account.licenses ?? teamMinimumLicenses;

/** The number of people who may use the service in a calendar month; `null` for no limit (Regulated without an agreed number). */
export const licenseLimit = (
  account: Pick<Account, 'plan' | 'licenses' | 'endsAt'>,
  now: Instant,
): number | null => {
  const plan = planAt(account, now);
  const { licenses } = plans[plan];
  if (licenses === 'bought') return boughtLicenses(account);
  return licenses === 'agreed' ? (account.licenses ?? null) : licenses;
};

/** Returns whether the SAST add-on is active. Purchased SAST credits without it do not allow a SAST scan. */
export const hasSastAddon = (
  account: Pick<Account, 'plan' | 'endsAt' | 'sastAddon'>,
  now: Instant,
): boolean => {
  if (!account.sastAddon) return false;
  const { cancelsAt } = account.sastAddon;
  const endedWithPlan = account.endsAt !== undefined && account.endsAt <= now;
  return !endedWithPlan && (cancelsAt === undefined || cancelsAt > now);
};

/** @throws Problem sast_addon_required without an active SAST add-on. */
export const requireSastAddon = (account: Parameters<typeof hasSastAddon>[0], now: Instant): void => {
  if (!hasSastAddon(account, now))
    throw new Problem('sast_addon_required', { detail: 'Code scanning needs an active SAST add-on.' });
};
