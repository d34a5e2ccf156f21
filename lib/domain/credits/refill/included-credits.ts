import type { PoolName } from '../credit-pool.ts';
import type { Account } from '@scangate/domain/records';
import { boughtLicenses } from '@scangate/domain/plans/entitlements';
import { plans, sastIncluded } from '@scangate/domain/plans/plans';

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
