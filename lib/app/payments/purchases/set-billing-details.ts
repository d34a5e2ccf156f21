import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { invalidField } from '@scangate/domain/invalid-field';
import {
  changedDetails,
  requestDetails,
  requireDetails,
  type BillingDetails,
} from '@scangate/domain/payments/billing-details';
import { newPaymentAccount, paymentAccountChange } from '@scangate/domain/payments/payment-account';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { syncBillingDetails } from '../sync-billing-details.ts';
import { ensureCustomer, loadPaymentAccount } from '../payment-account.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { loadBuyer } from './load-buyer.ts';
import type { PurchaseRequest } from './purchase-once.ts';

export interface DetailsRequest extends Omit<PurchaseRequest, 'idempotency'> {
  body: BillingDetails;
  /** The ETag of the details that the caller changes; absent for any. */
  ifMatch?: string | undefined;
}

const storeDetails = (
  { caller, body, ifMatch, now }: DetailsRequest,
  changeId: string,
  store: PurchasePorts['store'],
): Promise<void> =>
  retryOnConflict(limits.changePaymentAccount, async () => {
    const { billingAccountId: accountId, organizationId } = caller;
    const at = now.toISOString();
    const stored = await loadPaymentAccount(accountId, store);
    const before = stored ?? newPaymentAccount(accountId, accountId);
    requireDetails(ifMatch, before.billingDetails);
    const changed = changedDetails(before.billingDetails, body);
    const after = requestDetails(before, { details: body, changeId }, at);
    const event = auditEvent({
      organizationId,
      actor: actorOf(caller),
      at,
      action: 'billing_details.changed',
      cause: changeId,
      // Only the names of the fields: the log keeps no addresses.
      after: { changed },
    });
    await commitOrThrow(store, [
      ...paymentAccountChange(accountId, stored, after),
      ...(changed.length > 0 ? [event] : []),
    ]);
  });

/**
 * Sets the billing details: stores them, then sends them to the payment provider. If that is interrupted, the
 * reconcile job sends them.
 * @throws Problem etag_mismatch when the caller names an outdated version of the details.
 * @throws Problem validation_failed when the provider refuses them; then the former ones are in force.
 */
export const setBillingDetails = async (
  request: DetailsRequest,
  ports: PurchasePorts,
): Promise<BillingDetails> => {
  const { caller, body, ids, now } = request;
  const { buyer } = await loadBuyer(caller.billingAccountId, ports.store, now);
  await ensureCustomer(buyer.accountId, buyer.name, ports);
  await storeDetails(request, ids.uuid(), ports.store);
  const refusal = await syncBillingDetails(buyer.accountId, ports);
  if (!refusal) return body;
  const detail = `The payment provider refuses these details: ${refusal.code}.`;
  const pointer = refusal.code === 'tax_id_invalid' ? '/taxId/value' : '';
  throw invalidField(pointer, detail);
};
