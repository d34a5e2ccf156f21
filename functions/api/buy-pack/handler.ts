import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { requireCapability } from '@scangate/domain/plans/plans';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { loadBuyer } from '#app/payments/load-buyer.ts';
import { openPackCheckout, checkoutPage } from '#app/payments/open-checkout.ts';
import { purchaseOnce } from '#app/payments/purchase-once.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { caller, body, now } = request;
    return purchaseOnce(request, ports.store, async (orderId) => {
      const { buyer, state } = await loadBuyer(caller.billingAccountId, ports.store, now);
      requireCapability(state.account.plan, 'pay_as_you_go');
      const page = checkoutPage(await openPackCheckout(buyer, body.pack, orderId, ports));
      const opened = auditEvent({
        organizationId: caller.organizationId,
        actor: actorOf(caller),
        at: now.toISOString(),
        action: 'pack_checkout.opened',
        cause: page.sessionId,
        after: body,
      });
      return { answer: { status: 201 as const, body: page }, changes: [opened] };
    });
  },
);
