import { loadPaymentAccount } from '#app/payments/payment-account.ts';
import { openPackCheckout, openPlanCheckout } from '#app/payments/purchases/open-checkout.ts';
import type { PaymentPorts } from '#app/payments/payment-ports.ts';
import { requestSubscriptionChange } from '#app/payments/request-subscription-change.ts';
import type { PendingOrder } from '@scangate/domain/payments/payment-account';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { boughtLicenses } from '@scangate/domain/plans/entitlements';
import type { PackName } from '@scangate/domain/credits/credit-packs';
import { schedulePlanChange, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { applyDueChanges } from '@scangate/domain/accounts/time-driven-changes';
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

/** A request of a buyer, made as the endpoints make it. The same id again is the same request. */
export interface BuyerRequest {
  world: PaymentWorld;
  /** The world's ports unless given, for example with injected faults. */
  ports?: PaymentPorts;
  id: string;
}

const request = async (
  { world, ports = world, id }: BuyerRequest,
  rule: (state: BillingState, at: string) => BillingOutcome,
  order?: PendingOrder,
): Promise<BillingState> => {
  const now = world.now();
  const change = {
    accountId: world.accountId,
    changeRequestId: id,
    actor: { kind: 'system' } as const,
    now,
    rule: (state: BillingState) => rule(state, now.toISOString()),
    order,
  };
  return requestSubscriptionChange(change, ports);
};

const buyerOf = ({ world }: BuyerRequest) => ({ accountId: world.accountId, name: 'Acme', now: world.now() });

export const checkout = async (buyerRequest: BuyerRequest, order: PlanOrder) => {
  const { world, ports = world } = buyerRequest;
  const at = world.now().toISOString();
  const { account } = applyDueChanges(await loadAccount(world.accountId, ports.store), at).state;
  const paymentAccount = await loadPaymentAccount(world.accountId, ports.store);
  if (account.plan !== 'Free' || paymentAccount?.subscriptionId !== undefined)
    throw new Problem('conflict', { detail: 'There is a paid plan, or there was one a moment ago.' });
  return openPlanCheckout(buyerOf(buyerRequest), { orderId: buyerRequest.id, order }, ports);
};

export const packCheckout = (buyerRequest: BuyerRequest, pack: PackName) =>
  openPackCheckout(
    buyerOf(buyerRequest),
    { orderId: buyerRequest.id, pack },
    buyerRequest.ports ?? buyerRequest.world,
  );

export const choosePlan = (buyerRequest: BuyerRequest, to: Subscription) =>
  request(buyerRequest, (state, at) => schedulePlanChange(state, { to, cause: buyerRequest.id }, at));

export const undoChange = (buyerRequest: BuyerRequest) =>
  request(buyerRequest, (state, at) => undoPlanChange(state, buyerRequest.id, at));

export const autoRenew = (buyerRequest: BuyerRequest, enabled: boolean) =>
  request(buyerRequest, (state, at) => setAutoRenew(state, { enabled, cause: buyerRequest.id }, at));

export const changeLicenses = async (buyerRequest: BuyerRequest, licenses: number) => {
  const { world, ports = world, id } = buyerRequest;
  const at = world.now().toISOString();
  const before = applyDueChanges(await loadAccount(world.accountId, ports.store), at).state.account;
  const bought = boughtLicenses(before);
  if (before.plan !== 'Team' || licenses > bought)
    return request(
      buyerRequest,
      (state, now) => {
        requireLicensePurchase(state, now);
        return noChange(state);
      },
      { licensesOrder: { orderId: id, licenses, at } },
    );
  return request(
    buyerRequest,
    (state) =>
      licenses === bought
        ? undoLicenseReduction(state, id, at)
        : scheduleLicenseReduction(state, { licenses, cause: id }, at),
    { licensesOrder: undefined },
  );
};

export const startAddon = (buyerRequest: BuyerRequest, size: 'starter' | 'team') =>
  request(
    buyerRequest,
    (state) => {
      requireAddonPurchase(state, size);
      return noChange(state);
    },
    { addonOrder: { orderId: buyerRequest.id, size, at: buyerRequest.world.now().toISOString() } },
  );

export const cancelAddon = (buyerRequest: BuyerRequest) =>
  request(buyerRequest, (state, at) => cancelSastAddon(state, buyerRequest.id, at));

export const resumeAddon = (buyerRequest: BuyerRequest) =>
  request(buyerRequest, (state) => resumeSastAddon(state, buyerRequest.id));

export const redeem = (buyerRequest: BuyerRequest, promotionId: string) =>
  request(buyerRequest, noChange, { promotionId });
