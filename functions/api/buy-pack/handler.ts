import { actorOf, auditEvent } from '../../../lib/domain/audit.ts';
import { requireCapability } from '../../../lib/domain/plans.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { loadBuyer } from '../../billing/till/buyer.ts';
import { openPackCheckout, pageOf } from '../../billing/till/open-checkout.ts';
import { orderOnce } from '../../billing/till/order.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { caller, body, now } = request;
  return orderOnce(request, ports.store, async (orderId) => {
    const { buyer, state } = await loadBuyer(caller.billingAccountId, ports.store, now);
    requireCapability(state.account.plan, 'pay_as_you_go');
    const page = pageOf(await openPackCheckout(buyer, body.pack, orderId, ports));
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
});
