import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { validateSubscription } from '@scangate/domain/plans/plan-change';
import { Problem } from '@scangate/domain/problem';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { loadBuyer, type BuyerAccount } from '#app/payments/load-buyer.ts';
import { openPlanCheckout, checkoutPage } from '#app/payments/open-checkout.ts';
import { purchaseOnce } from '#app/payments/purchase-once.ts';
import { endpoint } from './endpoint.ts';

const requireFirst = ({ state, paymentAccount: till }: BuyerAccount): void => {
  if (state.account.plan !== 'Free')
    throw new Problem('conflict', { detail: 'There is a paid plan: change the plan instead.' });
  if (till?.subscriptionId !== undefined)
    throw new Problem('conflict', {
      detail: 'The subscription before is just ending; try again in a moment.',
    });
};

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { caller, body, now } = request;
    validateSubscription(body);
    return purchaseOnce(request, ports.store, async (orderId) => {
      const known = await loadBuyer(caller.billingAccountId, ports.store, now);
      requireFirst(known);
      const page = checkoutPage(await openPlanCheckout(known.buyer, body, orderId, ports));
      const opened = auditEvent({
        organizationId: caller.organizationId,
        actor: actorOf(caller),
        at: now.toISOString(),
        action: 'checkout.opened',
        cause: page.sessionId,
        after: { ...body },
      });
      return { answer: { status: 201 as const, body: page }, changes: [opened] };
    });
  },
);
