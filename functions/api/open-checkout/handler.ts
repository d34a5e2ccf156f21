import { actorOf, auditEvent } from '../../../lib/domain/audit.ts';
import { checkSubscription } from '../../../lib/domain/billing/plan-change.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { loadBuyer, type Known } from '../../billing/till/buyer.ts';
import { openPlanCheckout, pageOf } from '../../billing/till/open-checkout.ts';
import { orderOnce } from '../../billing/till/order.ts';
import { endpoint } from './endpoint.ts';

const requireFirst = ({ state, till }: Known): void => {
  if (state.account.plan !== 'Free')
    throw new Problem('conflict', { detail: 'There is a paid plan: change the plan instead.' });
  if (till?.subscriptionId !== undefined)
    throw new Problem('conflict', {
      detail: 'The subscription before is just ending; try again in a moment.',
    });
};

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { caller, body, now } = request;
  checkSubscription(body);
  return orderOnce(request, ports.store, async (orderId) => {
    const known = await loadBuyer(caller.billingAccountId, ports.store, now);
    requireFirst(known);
    const page = pageOf(await openPlanCheckout(known.buyer, body, orderId, ports));
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
});
