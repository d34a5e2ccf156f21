import type { ProviderState, ReconcileStep } from '@scangate/domain/payments/next-reconcile-step';
import type { OrderField } from '@scangate/domain/payments/payment-account';
import type { PaymentAccount } from '@scangate/domain/records';
import { digestOf } from '@scangate/engines/model/digest';
import type { CardDeclined, PaymentProvider, PaymentProviderRefused } from '#ports/payment-provider.ts';

/** A step with the state from which it was decided. */
export interface PlannedStep {
  step: ReconcileStep;
  paymentAccount: PaymentAccount;
  provider: ProviderState;
}

/** The reason why the provider did not make a call. */
export type Refusal = CardDeclined | PaymentProviderRefused;

const orders = {
  apply_promotion: 'promotionId',
  raise_quantity: 'licensesOrder',
  start_addon: 'addonOrder',
} as const satisfies Partial<Record<ReconcileStep['do'], OrderField>>;

/** Returns the order that a step fulfills; undefined for a step that arranges a renewal or an end. */
export const orderOf = (step: ReconcileStep): OrderField | undefined =>
  step.do in orders ? orders[step.do as keyof typeof orders] : undefined;

/**
 * Returns the idempotency key of a call. The same step from the same state is the same call, and after any change of
 * the state it is another one. An add-on is started once for its order, whatever else changes meanwhile; ordered
 * again after a decline, it is another order.
 */
export const keyOf = ({ step, paymentAccount, provider }: PlannedStep): string => {
  const { addonOrder, changeRequestId } = paymentAccount;
  const parts = step.do === 'start_addon' ? [addonOrder, step] : [changeRequestId, step, provider];
  return digestOf(parts).slice(0, 40);
};

/**
 * Makes the call of a step.
 * @returns the changed subscription, if the account has to be updated now.
 * @throws CardDeclined and PaymentProviderRefused when the provider refuses it.
 */
export const executeReconcileStep = async (
  { step, paymentAccount: { accountId, customerId = '' } }: PlannedStep,
  key: string,
  paymentProvider: PaymentProvider,
): Promise<string | undefined> => {
  switch (step.do) {
    case 'apply_subscription':
      return step.subscriptionId;
    case 'release_schedule':
      await paymentProvider.releaseSchedule(key, step.scheduleId);
      return undefined;
    case 'cancel_at_period_end':
      await paymentProvider.cancelAtPeriodEnd(key, step.subscriptionId, step.cancels);
      return undefined;
    case 'schedule_next':
      await paymentProvider.scheduleNext(key, step.subscriptionId, step);
      return undefined;
    case 'set_next_quantity':
      await paymentProvider.setNextQuantity(key, step.subscriptionId, step);
      return undefined;
    case 'apply_promotion':
      await paymentProvider.applyPromotion(key, step.subscriptionId, step.promotionId);
      return undefined;
    case 'raise_quantity':
      await paymentProvider.raiseQuantity(key, step.subscriptionId, step.quantity);
      return step.subscriptionId;
    case 'cancel_now':
      await paymentProvider.cancelNow(key, step.subscriptionId);
      return step.subscriptionId;
    case 'start_addon':
      return (await paymentProvider.startAddon(key, { accountId, customerId, ...step })).subscriptionId;
  }
};
