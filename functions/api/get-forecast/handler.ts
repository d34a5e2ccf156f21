import { creditForecast } from '@scangate/domain/credits/forecast';
import { monthOf } from '@scangate/domain/licenses/claim-license';
import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import type { PaymentAccount } from '@scangate/domain/records';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { errorFields, log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { billingState, statusRefs } from '#app/billing/load-account.ts';
import { endpoint } from './endpoint.ts';

/** Nobody waits longer for a part that may as well be unknown. */
const patienceMs = 5_000;

const nextInvoice = async (known: PaymentAccount | undefined, till: PaymentProvider) => {
  if (known?.subscriptionId === undefined) return null;
  const unknown = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  const asked = till.preview(known.subscriptionId).catch((error: unknown) => {
    log.warn('the next invoice is not known', { accountId: known.accountId, ...errorFields(error) });
    return null;
  });
  return (await Promise.race([asked, unknown])) ?? null;
};

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async ({ caller, now }, { store, paymentProvider: till }) => {
    const [at, accountId] = [now.toISOString(), caller.billingAccountId];
    const refs = statusRefs(accountId, monthOf(at));
    const [account, core, sast, counted, known, ofCore, ofSast] = await store.load(refs, {
      consistent: true,
    });
    const { state } = applyDueRenewals(billingState(account, core, sast), at);
    const recharges = { ...(ofCore && { core: ofCore }), ...(ofSast && { sast: ofSast }) };
    const forecast = creditForecast(state, { recharges, licenseMonth: counted }, at);
    return { status: 200, body: { ...forecast, nextInvoice: await nextInvoice(known, till) } };
  },
);
