import { noChange } from '@scangate/domain/accounts/billing-state';
import { invalidField } from '@scangate/domain/invalid-field';
import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { Problem } from '@scangate/domain/problem';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { commitOrThrow } from '#ports/store.ts';
import { loadBuyer, type BuyerAccount } from './load-buyer.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { changeRequestOf, type PurchaseRequest } from './purchase-once.ts';
import { requestSubscriptionChange } from '../request-subscription-change.ts';

export interface RedeemRequest extends Omit<PurchaseRequest, 'idempotency'> {
  body: { code: string };
}

export type CouponTarget = 'subscription' | 'next_checkout';

/** @throws Problem validation_failed when the code is unknown or no longer valid. */
const findPromotion = async (code: string, paymentProvider: PaymentProvider): Promise<string> => {
  const promotion = await paymentProvider.findPromotion(code);
  if (promotion) return promotion.promotionId;
  throw invalidField('/code', 'There is no valid discount with this code.');
};

/** @throws Problem conflict when the account is not billed by invoices of the payment provider. */
const targetOf = ({ state, paymentAccount }: BuyerAccount): CouponTarget => {
  if (paymentAccount?.subscriptionId !== undefined) return 'subscription';
  if (state.account.plan === 'Free') return 'next_checkout';
  throw new Problem('conflict', { detail: 'There is no subscription that is paid by invoice.' });
};

/** Applies a discount code to the subscription, or keeps it for the next checkout of a plan. */
export const redeemCoupon = async (request: RedeemRequest, ports: PurchasePorts): Promise<CouponTarget> => {
  const { caller, body, ids, now } = request;
  const { store, paymentProvider } = ports;
  const appliesTo = targetOf(await loadBuyer(caller.billingAccountId, store, now));
  const promotionId = await findPromotion(body.code, paymentProvider);
  const cause = ids.uuid();
  const change = { ...changeRequestOf(request, cause), rule: noChange, order: { promotionId } };
  await requestSubscriptionChange(change, ports);
  await commitOrThrow(store, [
    auditEvent({
      organizationId: caller.organizationId,
      actor: actorOf(caller),
      at: now.toISOString(),
      action: 'coupon.applied',
      cause,
      after: { code: body.code, appliesTo },
    }),
  ]);
  return appliesTo;
};
