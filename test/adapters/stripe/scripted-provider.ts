import { expect } from 'vitest';
import { portalMetadata } from '#adapters/stripe/checkouts.ts';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { priceNames } from '@scangate/domain/plans/price-names';
import * as fixture from './fixtures.ts';
import {
  errorAnswer,
  listOf,
  scriptedStripe,
  type ScriptedAnswer,
  type SentRequest,
} from './scripted-stripe.ts';

/** Every price that is sold, with an id made from its name. */
export const allPrices = listOf(
  ...priceNames.map((name) => fixture.price({ id: `price_of_${name}`, lookup_key: name })),
);
export const returnUrl = 'https://console.example.com/billing?tab=plan';

export const scriptedProvider = (script: Parameters<typeof scriptedStripe>[0], loses?: number) => {
  const portal = { id: 'bpc_1', metadata: { [portalMetadata.key]: portalMetadata.value } };
  const { stripe, seen, posts } = scriptedStripe(
    {
      'GET /v1/prices': allPrices,
      'GET /v1/prices/price_team': fixture.price(),
      'GET /v1/billing_portal/configurations': listOf<object>({ id: 'bpc_0', metadata: {} }, portal),
      ...script,
    },
    loses,
  );
  return { provider: stripePaymentProvider(stripe, { returnUrl }), seen, posts };
};

/** Gives one answer after the other, and then the last one again and again. */
export const inSequence = (...answers: (ScriptedAnswer | object | Error)[]) => {
  let turn = 0;
  return (): ScriptedAnswer | Error => {
    const answer = answers[Math.min(turn++, answers.length - 1)] ?? {};
    return answer instanceof Error || 'body' in answer
      ? (answer as ScriptedAnswer | Error)
      : { body: answer };
  };
};

export const acme = { accountId: 'acme', customerId: 'cus_1' };
export const declinedCard = errorAnswer(402, {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
});
export const paidInvoice = fixture.invoice({ status: 'paid' });
export const openInvoice = { ...fixture.invoice(), payments: listOf() };
export const draftInvoice = fixture.invoice({ status: 'draft', parent: null });
export const unpaidChange = fixture.subscription({
  pending_update: { subscription_items: [fixture.item({ quantity: 12 })] } as never,
});
export const declinedInvoice = {
  ...openInvoice,
  payments: listOf(
    fixture.paymentOf(
      fixture.intent({ last_payment_error: { type: 'card_error', decline_code: 'expired_card' } }),
    ),
  ),
};

/** A Stripe in which every call succeeds. */
export const everySuccess = {
  'POST /v1/customers': fixture.customer(),
  'POST /v1/customers/cus_1': fixture.customer(),
  'POST /v1/checkout/sessions': fixture.session(),
  'POST /v1/checkout/sessions/cs_1/expire': fixture.session({ status: 'expired' }),
  'POST /v1/billing_portal/sessions': { url: 'https://billing.stripe.com/p/1' },
  'GET /v1/subscriptions/sub_1': fixture.subscription({ default_payment_method: 'pm_1' }),
  'POST /v1/subscriptions': fixture.subscription(),
  'POST /v1/subscriptions/sub_1': fixture.subscription(),
  'DELETE /v1/subscriptions/sub_1': fixture.subscription({ status: 'canceled' }),
  'POST /v1/subscription_schedules': fixture.schedule(),
  'GET /v1/subscription_schedules/sub_sched_1': fixture.schedule(),
  'POST /v1/subscription_schedules/sub_sched_1': fixture.schedule(),
  'POST /v1/subscription_schedules/sub_sched_1/release': fixture.schedule({ status: 'released' }),
  'GET /v1/invoices': ({ given }: SentRequest) => ({
    body: given['status'] === 'open' ? listOf(openInvoice) : listOf(),
  }),
  'GET /v1/invoices/in_1': openInvoice,
  'POST /v1/invoices': draftInvoice,
  'POST /v1/invoiceitems': {},
  'POST /v1/invoices/in_1/finalize': openInvoice,
  'POST /v1/invoices/in_1/pay': paidInvoice,
  'POST /v1/invoices/in_1/void': fixture.invoice({ status: 'void' }),
};

export const postsOf = async (
  script: object,
  call: (provider: PaymentProvider) => Promise<unknown>,
): Promise<SentRequest[]> => {
  const { provider, posts } = scriptedProvider({ ...everySuccess, ...script });
  await call(provider);
  return posts();
};
export const onlyRequest = (seen: SentRequest[]): Record<string, string> => {
  expect(seen).toHaveLength(1);
  return seen[0]?.given ?? {};
};
