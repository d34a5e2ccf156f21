import { priceList, type PriceList } from '@scangate/domain/plans/price-list';
import { PaymentProviderRefused, type PaymentReader } from '#ports/payment-provider.ts';

/**
 * Loads the products that are currently sold, and their prices.
 * @throws PaymentProviderRefused when nothing is sold.
 */
export const loadPrices = async (
  paymentProvider: Pick<PaymentReader, 'currentPrices'>,
): Promise<PriceList> => {
  const prices = priceList(await paymentProvider.currentPrices());
  if (!prices) throw new PaymentProviderRefused('price_missing', 'there are no prices: run stripe:setup');
  return prices;
};
