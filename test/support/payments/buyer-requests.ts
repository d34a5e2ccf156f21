import { loadPaymentAccount } from '#app/payments/payment-account.ts';
import { openPackCheckout, openPlanCheckout } from '#app/payments/open-checkout.ts';
import type { PaymentPorts } from '#app/payments/apply-subscription.ts';
import { requestSubscriptionChange, type PendingOrder } from '#app/payments/request-subscription-change.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { boughtLicenses } from '@scangate/domain/plans/entitlements';
import type { PackName } from '@scangate/domain/credits/credit-packs';
import { schedulePlanChange, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import { cancelSastAddon, requireAddonPurchase, resumeSastAddon } from '@scangate/domain/plans/sast-addon';
import {
  undoLicenseReduction,
  scheduleLicenseReduction,
  requireLicensePurchase,
} from '@scangate/domain/licenses/change-license-count';
import { noChange, type BillingState, type BillingOutcome } from '@scangate/domain/accounts/billing-state';
import { loadAccount } from '#app/billing/load-account.ts';
import type { Subscription } from '@scangate/domain/records';
import { Problem } from '@scangate/domain/problem';
import type { PlanOrder } from '#ports/payment-provider.ts';
import type { PaymentWorld } from './payment-world.ts';

/** What people ask of the billing of an account, as the endpoints do it; the same name again is the same request. */
export interface BuyerRequest {
  world: PaymentWorld;
  /** Other ones than the world's: those that misfortune befalls. */
  ports?: PaymentPorts;
  id: string;
}

const asking = async (
  { world, ports = world, id }: BuyerRequest,
  rule: (state: BillingState, at: string) => BillingOutcome,
  order?: PendingOrder,
): Promise<BillingState> => {
  const now = world.now();
  const wanted = { accountId: world.accountId, changeRequestId: id, actor: { kind: 'system' } as const, now };
  return requestSubscriptionChange(wanted, (state) => rule(state, now.toISOString()), ports, order);
};

const buyer = ({ world }: BuyerRequest) => ({ accountId: world.accountId, name: 'Acme', now: world.now() });

export const checkout = async (ask: BuyerRequest, order: PlanOrder) => {
  const { world, ports = world } = ask;
  const at = world.now().toISOString();
  const { account } = applyDueRenewals(await loadAccount(world.accountId, ports.store), at).state;
  const known = await loadPaymentAccount(world.accountId, ports.store);
  if (account.plan !== 'Free' || known?.subscriptionId !== undefined)
    throw new Problem('conflict', { detail: 'There is a paid plan, or was a moment ago.' });
  return openPlanCheckout(buyer(ask), order, ask.id, ports);
};

export const packCheckout = (ask: BuyerRequest, pack: PackName) =>
  openPackCheckout(buyer(ask), pack, ask.id, ask.ports ?? ask.world);

export const choosePlan = (ask: BuyerRequest, to: Subscription) =>
  asking(ask, (state, at) => schedulePlanChange(state, { to, cause: ask.id }, at));

export const undoChange = (ask: BuyerRequest) =>
  asking(ask, (state, at) => undoPlanChange(state, ask.id, at));

export const autoRenew = (ask: BuyerRequest, enabled: boolean) =>
  asking(ask, (state, at) => setAutoRenew(state, { enabled, cause: ask.id }, at));

export const changeLicenses = async (ask: BuyerRequest, licenses: number) => {
  const { world, ports = world, id } = ask;
  const at = world.now().toISOString();
  const before = applyDueRenewals(await loadAccount(world.accountId, ports.store), at).state.account;
  const bought = boughtLicenses(before);
  if (before.plan !== 'Team' || licenses > bought)
    return asking(
      ask,
      (state, now) => {
        requireLicensePurchase(state, now);
        return noChange(state);
      },
      { licensesOrder: { orderId: id, licenses, at } },
    );
  return asking(
    ask,
    (state) =>
      licenses === bought
        ? undoLicenseReduction(state, id, at)
        : scheduleLicenseReduction(state, { licenses, cause: id }, at),
    { licensesOrder: undefined },
  );
};

export const startAddon = (ask: BuyerRequest, size: 'starter' | 'team') =>
  asking(
    ask,
    (state) => {
      requireAddonPurchase(state, size);
      return noChange(state);
    },
    { addonOrder: { orderId: ask.id, size, at: ask.world.now().toISOString() } },
  );

export const cancelAddon = (ask: BuyerRequest) =>
  asking(ask, (state, at) => cancelSastAddon(state, ask.id, at));

export const resumeAddon = (ask: BuyerRequest) => asking(ask, (state) => resumeSastAddon(state, ask.id));

export const redeem = (ask: BuyerRequest, promotionId: string) => asking(ask, noChange, { promotionId });
