import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { currentState } from '@scangate/domain/accounts/time-driven-changes';
import { monthOf } from '@scangate/domain/licenses/claim-license';
import type { LicenseMonth, PaymentAccount, Recharge } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { StoreReader } from '#ports/store.ts';
import { billingState, loadAccount, statusRefs } from './load-account.ts';

type AccountReader = Pick<StoreReader<'account' | 'pool'>, 'load'>;
type StatusReader = Pick<
  StoreReader<'account' | 'pool' | 'licenseMonth' | 'paymentAccount' | 'recharge'>,
  'load'
>;

export interface LoadedStatus {
  /** The account after the renewals that are due by now. */
  state: BillingState;
  licenseMonth: LicenseMonth | undefined;
  paymentAccount: PaymentAccount | undefined;
  recharges: Partial<Record<PoolName, Recharge>>;
}

/** Loads an account and applies the renewals that are due by now, which may not be stored yet. */
export const loadCurrentAccount = async (
  accountId: string,
  store: AccountReader,
  now: Date,
): Promise<BillingState> => currentState(await loadAccount(accountId, store), now.toISOString());

/** Loads everything that the billing status and the forecast show, in one round trip. */
export const loadBillingStatus = async (
  accountId: string,
  store: StatusReader,
  now: Date,
): Promise<LoadedStatus> => {
  const at = now.toISOString();
  const refs = statusRefs(accountId, monthOf(at));
  const [account, core, sast, licenseMonth, paymentAccount, coreRecharge, sastRecharge] = await store.load(
    refs,
    { consistent: true },
  );
  const state = currentState(billingState(account, core, sast), at);
  const recharges = {
    ...(coreRecharge && { core: coreRecharge }),
    ...(sastRecharge && { sast: sastRecharge }),
  };
  return { state, licenseMonth, paymentAccount, recharges };
};
