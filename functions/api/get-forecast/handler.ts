import { forecastCredits } from '#app/billing/forecast-credits.ts';
import { sleep } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async ({ caller, now }, ports) => {
    const forecast = await forecastCredits(caller.billingAccountId, { ...ports, timer: { sleep }, log }, now);
    return { status: 200, body: forecast };
  },
);
