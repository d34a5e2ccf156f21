import type { BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import { subscriptionView } from '@scangate/domain/accounts/billing-status-view';
import type { PaymentPorts } from '../payment-ports.ts';
import { requestSubscriptionChange } from '../request-subscription-change.ts';
import { changeRequestOf, type PurchaseRequest } from './purchase-once.ts';

/** A rule that changes the account; the provider follows. `cause` names the change in the audit log. */
export type SubscriptionRule<R> = (
  state: BillingState,
  change: { request: R; cause: string; at: string },
) => BillingOutcome;

/** Changes the effects of the next renewal. The change itself is free of charge. */
export const changeSubscription = async <R extends Omit<PurchaseRequest, 'idempotency'>>(
  request: R,
  rule: SubscriptionRule<R>,
  ports: PaymentPorts,
) => {
  const { ids, now } = request;
  const cause = ids.uuid();
  const change = { request, cause, at: now.toISOString() };
  const requested = {
    ...changeRequestOf(request, cause),
    rule: (state: BillingState) => rule(state, change),
  };
  const state = await requestSubscriptionChange(requested, ports);
  return { status: 200 as const, body: subscriptionView(state) };
};
