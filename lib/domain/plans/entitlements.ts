import { plans, sastIncluded, teamMinimumLicenses, type Capability } from './plans.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant } from '../records.ts';
import type { PlanName } from '../identity/roles.ts';
import type { PoolName } from '../credits/credit-pool.ts';

/**
 * The plan in force: a paid one that was cancelled ends at its instant, whether the renewal job has run or not.
 * Nothing else of a plan change is read before it is written.
 */
export const planAt = (account: Pick<Account, 'plan' | 'endsAt'>, now: Instant): PlanName =>
  account.endsAt !== undefined && account.endsAt <= now ? 'Free' : account.plan;

export const capabilitiesOf = (plan: PlanName): readonly Capability[] => plans[plan].capabilities;

/** Licences bought or agreed, where credits depend on them. */
export const boughtLicenses = (account: Pick<Account, 'licenses'>): number =>
  account.licenses ?? teamMinimumLicenses;

/** People who may use it in a calendar month; `null`: as many as there are (Regulated without an agreed number). */
export const licenseLimit = (
  account: Pick<Account, 'plan' | 'licenses' | 'endsAt'>,
  now: Instant,
): number | null => {
  const plan = planAt(account, now);
  const { licenses } = plans[plan];
  if (licenses === 'bought') return boughtLicenses(account);
  return licenses === 'agreed' ? (account.licenses ?? null) : licenses;
};

/** Whether the SAST add-on is there to be used. Bought SAST credits alone unlock nothing (spec, "SAST cancellation"). */
export const hasSastAddon = (
  account: Pick<Account, 'plan' | 'endsAt' | 'sastAddon'>,
  now: Instant,
): boolean => {
  if (!account.sastAddon) return false;
  const { cancelsAt } = account.sastAddon;
  const endedWithPlan = account.endsAt !== undefined && account.endsAt <= now;
  return !endedWithPlan && (cancelsAt === undefined || cancelsAt > now);
};

/** @throws Problem sast_addon_required */
export const requireSastAddon = (account: Parameters<typeof hasSastAddon>[0], now: Instant): void => {
  if (!hasSastAddon(account, now))
    throw new Problem('sast_addon_required', { detail: 'Code scanning needs an active SAST add-on.' });
};

/** What a period of a pool includes. */
export const includedCredits = (
  account: Pick<Account, 'plan' | 'licenses' | 'agreedCredits' | 'sastAddon'>,
  pool: PoolName,
): number => {
  const agreed = account.agreedCredits?.[pool];
  if (pool === 'sast') {
    if (!account.sastAddon) return 0;
    return agreed ?? sastIncluded(account.sastAddon.size, boughtLicenses(account));
  }
  const terms = plans[account.plan].coreCredits;
  if (terms === 'agreed') return agreed ?? 0;
  return 'fixed' in terms ? terms.fixed : terms.perLicense * boughtLicenses(account);
};

/** The latest failure among the unpaid subscription invoices; undefined while there is none. */
export const lastPaymentFailedAt = ({
  unpaidInvoices,
}: Pick<Account, 'unpaidInvoices'>): Instant | undefined =>
  unpaidInvoices
    .map(({ failedAt }) => failedAt)
    .toSorted()
    .at(-1);
