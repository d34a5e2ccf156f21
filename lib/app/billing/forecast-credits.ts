import { creditForecast } from '@scangate/domain/credits/forecast';
import type { PaymentAccount } from '@scangate/domain/records';
import { errorFields, type Log } from '#ports/log.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import type { StoreReader } from '#ports/store.ts';
import type { Timer } from '#ports/timer.ts';
import { loadBillingStatus } from './load-billing-status.ts';

export interface ForecastPorts {
  store: Pick<StoreReader<'account' | 'pool' | 'licenseMonth' | 'paymentAccount' | 'recharge'>, 'load'>;
  paymentProvider: Pick<PaymentProvider, 'preview'>;
  timer: Timer;
  log: Log;
}

/** The forecast waits no longer for the next invoice, which may be left unknown. */
const previewTimeoutMs = 5_000;

const previewNextInvoice = async (
  paymentAccount: PaymentAccount | undefined,
  { paymentProvider, timer, log }: ForecastPorts,
) => {
  if (paymentAccount?.subscriptionId === undefined) return null;
  const { accountId, subscriptionId } = paymentAccount;
  const preview = async () => {
    try {
      const next = await paymentProvider.preview(subscriptionId);
      return next && { amountDue: next.amountDue, currency: next.currency, at: next.at };
    } catch (error) {
      log.warn('the next invoice is unknown', { accountId, ...errorFields(error) });
      return undefined;
    }
  };
  const timeout = timer.sleep(previewTimeoutMs).then(() => undefined);
  return (await Promise.race([preview(), timeout])) ?? null;
};

/** Forecasts how long credits, packs and licenses last, and previews the next invoice where the provider answers. */
export const forecastCredits = async (accountId: string, ports: ForecastPorts, now: Date) => {
  const { state, recharges, licenseMonth, paymentAccount } = await loadBillingStatus(
    accountId,
    ports.store,
    now,
  );
  const forecast = creditForecast(state, { recharges, licenseMonth }, now.toISOString());
  return { ...forecast, nextInvoice: await previewNextInvoice(paymentAccount, ports) };
};
