import { errorFields } from '#ports/log.ts';
import { PaymentProviderRefused, type ProviderSubscription } from '#ports/payment-provider.ts';
import type { PaymentPorts } from './payment-ports.ts';

/**
 * Lets the provider compute the taxes of subscriptions that were started before the setting. One that it refuses, for
 * example without an address of the customer, continues as it is and is tried again by the next run.
 */
export const computeTaxes = async (
  subscriptions: readonly ProviderSubscription[],
  { paymentProvider, log }: Pick<PaymentPorts, 'paymentProvider' | 'log'>,
  now: Date,
): Promise<void> => {
  for (const { subscriptionId, status, lacksTaxes } of subscriptions) {
    if (!lacksTaxes || status === 'incomplete' || status === 'ended') continue;
    try {
      // A refusal is repeated under its key, so another run takes another one.
      await paymentProvider.computeTaxes(`taxes:${subscriptionId}:${now.toISOString()}`, subscriptionId);
    } catch (error) {
      if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
      log.warn('the taxes of a subscription cannot be computed', { subscriptionId, ...errorFields(error) });
    }
  }
};
