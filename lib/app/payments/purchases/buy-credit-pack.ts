import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import type { PackName } from '@scangate/domain/credits/credit-packs';
import { requireCapability } from '@scangate/domain/plans/plans';
import { loadBuyer } from './load-buyer.ts';
import { checkoutPage, openPackCheckout } from './open-checkout.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { purchaseOnce, type PurchaseRequest } from './purchase-once.ts';

export interface BuyPackRequest extends PurchaseRequest {
  body: { pack: PackName };
}

/**
 * Opens the page where a pack is paid for.
 * @throws Problem entitlement_denied on a plan without packs.
 */
export const buyPack = (request: BuyPackRequest, ports: PurchasePorts) => {
  const { caller, body, now } = request;
  return purchaseOnce(request, ports.store, async (orderId) => {
    const { buyer, state } = await loadBuyer(caller.billingAccountId, ports.store, now);
    requireCapability(state.account.plan, 'pay_as_you_go');
    const page = checkoutPage(await openPackCheckout(buyer, { orderId, pack: body.pack }, ports));
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
};
