import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { noChange } from '@scangate/domain/accounts/billing-state';
import { Problem } from '@scangate/domain/problem';
import { commitOrThrow } from '#ports/store.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { loadBuyer, type BuyerAccount } from '#app/payments/load-buyer.ts';
import { changeRequestOf } from '#app/payments/purchase-once.ts';
import { requestSubscriptionChange } from '#app/payments/request-subscription-change.ts';
import { endpoint } from './endpoint.ts';

/** @throws Problem validation_failed when nobody gives anything for it, or not any more. */
const promotionOf = async (code: string, till: PaymentProvider): Promise<string> => {
  const promotion = await till.findPromotion(code);
  if (promotion) return promotion.promotionId;
  const detail = 'No discount goes by this code now.';
  throw new Problem('validation_failed', {
    detail,
    errors: [{ pointer: '/code', code: 'validation_failed', detail }],
  });
};

/** @throws Problem conflict for whoever pays otherwise. */
const useOf = ({ state, paymentAccount: till }: BuyerAccount): 'subscription' | 'next_checkout' => {
  if (till?.subscriptionId !== undefined) return 'subscription';
  if (state.account.plan === 'Free') return 'next_checkout';
  throw new Problem('conflict', { detail: 'There is no subscription that is paid by invoice.' });
};

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { caller, body, ids, now } = request;
    const { store, paymentProvider: till } = ports;
    const appliesTo = useOf(await loadBuyer(caller.billingAccountId, store, now));
    const promotionId = await promotionOf(body.code, till);
    const cause = ids.uuid();
    await requestSubscriptionChange(changeRequestOf(request, cause), noChange, ports, { promotionId });
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
    return { status: 200, body: { appliesTo } };
  },
);
