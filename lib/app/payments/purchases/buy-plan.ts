import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { validateSubscription } from '@scangate/domain/plans/plan-change';
import { Problem } from '@scangate/domain/problem';
import type { PlanOrder } from '#ports/payment-provider.ts';
import { loadBuyer, type BuyerAccount } from './load-buyer.ts';
import { checkoutPage, openPlanCheckout } from './open-checkout.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { purchaseOnce, type PurchaseRequest } from './purchase-once.ts';

export interface BuyPlanRequest extends PurchaseRequest {
  body: PlanOrder;
}

/** @throws Problem conflict when there is a paid plan. */
export const requireNoPlan = ({
  state,
  paymentAccount,
}: Pick<BuyerAccount, 'state' | 'paymentAccount'>): void => {
  if (state.account.plan !== 'Free')
    throw new Problem('conflict', { detail: 'There is a paid plan: change the plan instead.' });
  if (paymentAccount?.subscriptionId !== undefined)
    throw new Problem('conflict', {
      detail: 'The former subscription is about to end; try again in a moment.',
    });
};

/**
 * Opens the page where a first paid plan is paid for.
 * @throws Problem conflict when there is a paid plan.
 */
export const buyPlan = async (request: BuyPlanRequest, ports: PurchasePorts) => {
  const { caller, body, now } = request;
  validateSubscription(body);
  return purchaseOnce(request, ports.store, async (orderId) => {
    const account = await loadBuyer(caller.billingAccountId, ports.store, now);
    requireNoPlan(account);
    const page = checkoutPage(await openPlanCheckout(account.buyer, { orderId, order: body }, ports));
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
};
