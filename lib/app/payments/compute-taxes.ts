import { errorFields } from '#ports/log.ts';
import { PaymentProviderRefused, type ProviderSubscription } from '#ports/payment-provider.ts';
import type { PaymentPorts } from './payment-ports.ts';

/**
 * Turns on the provider's tax computation for subscriptions that were started before the setting. If the provider
 * refuses, for example without an address of the customer, the subscription continues unchanged and is tried again
 * by the next run.
 */
export const computeTaxes = async (
  subscriptions: readonly ProviderSubscription[],
  { paymentProvider, log }: Pick<PaymentPorts, 'paymentProvider' | 'log'>,
  now: Date,
): Promise<void> => {
  for (const { subscriptionId, status, lacksTaxes } of subscriptions) {
    if (!lacksTaxes || status === 'incomplete' || status === 'ended') continue;
    try {
      // A refusal is repeated under its key, so another run uses another one.
      await paymentProvider.computeTaxes(`taxes:${subscriptionId}:${now.toISOString()}`, subscriptionId);
    } catch (error) {
      if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
      log.warn('the taxes of a subscription cannot be computed', { subscriptionId, ...errorFields(error) });
    }
  }
};
