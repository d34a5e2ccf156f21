import { forecastOf } from '../../../lib/domain/billing/forecast.ts';
import { monthOf } from '../../../lib/domain/billing/licenses.ts';
import { asOf } from '../../../lib/domain/billing/renewal.ts';
import type { TillAccount } from '../../../lib/domain/records.ts';
import type { Till } from '../../../lib/ports/till.ts';
import { errorFields, log } from '../../../lib/runtime/log.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { billingState, statusRefs } from '../../billing/load-account.ts';
import { endpoint } from './endpoint.ts';

/** Nobody waits longer for a part that may as well be unknown. */
const patienceMs = 5_000;

const nextInvoice = async (known: TillAccount | undefined, till: Till) => {
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
  { store: wireStore, till: wireTill },
  async ({ caller, now }, { store, till }) => {
    const [at, accountId] = [now.toISOString(), caller.billingAccountId];
    const refs = statusRefs(accountId, monthOf(at));
    const [account, core, sast, counted, known, ofCore, ofSast] = await store.load(refs, {
      consistent: true,
    });
    const { state } = asOf(billingState(account, core, sast), at);
    const recharges = { ...(ofCore && { core: ofCore }), ...(ofSast && { sast: ofSast }) };
    const forecast = forecastOf(state, recharges, counted, at);
    return { status: 200, body: { ...forecast, nextInvoice: await nextInvoice(known, till) } };
  },
);
