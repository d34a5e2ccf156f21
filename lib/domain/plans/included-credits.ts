import type { PoolName } from '../credits/credit-pool.ts';
import type { Account } from '../records.ts';
import { boughtLicenses } from './entitlements.ts';
import { plans, sastIncluded } from './plans.ts';

/** The credits that a period of a pool includes. */
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
