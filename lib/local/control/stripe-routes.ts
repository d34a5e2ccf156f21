import * as z from 'zod';
import type { ControlRoute } from './control-route.ts';
import { cardKinds } from '@scangate/emulator-stripe/customers/test-cards';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { checkoutPage, invoicePage, portalPage } from '@scangate/emulator-stripe/checkout/hosted-pages';
import { StripeApiError } from '@scangate/emulator-stripe/http/stripe-api-error';

const customerReference = {
  organizationId: z.string().min(1).max(64).optional(),
  customer: z.string().max(64).optional(),
};
const exactlyOne = ({ organizationId, customer }: { organizationId?: string; customer?: string }): boolean =>
  (organizationId === undefined) !== (customer === undefined);
const eitherOne = 'give organizationId or customer';

const cardInput = z
  .strictObject({ ...customerReference, card: z.enum(cardKinds) })
  .refine(exactlyOne, eitherOne);
const discountInput = z
  .strictObject({ ...customerReference, coupon: z.string() })
  .refine(exactlyOne, eitherOne);
const payment = z.strictObject({ card: z.enum(cardKinds).optional(), promotionCode: z.string().optional() });
const webhookBehavior = z.strictObject({
  duplicate: z.boolean().optional(),
  shuffle: z.boolean().optional(),
  delaySeconds: z
    .number()
    .min(0)
    .max(3 * 86_400)
    .optional(),
  drop: z.union([z.boolean(), z.int().min(0)]).optional(),
});
const disputeInput = z.strictObject({ charge: z.string(), outcome: z.enum(['won', 'lost']).optional() });
const refundInput = z.strictObject({ charge: z.string(), amount: z.int().min(1).optional() });

/** A page sends an empty string for an input that was left empty. */
const paymentOf = (body: unknown): z.infer<typeof payment> => {
  const { promotionCode, ...rest } = payment.parse(body);
  return promotionCode ? { ...rest, promotionCode } : rest;
};

const customerOf = ({ organizationId, customer }: { organizationId?: string; customer?: string }) =>
  customer === undefined ? { organizationId: organizationId ?? '' } : { customer };

type Handle = ControlRoute[2];

/** Returns errors of the Stripe emulator unchanged. */
const withStripeErrors =
  (handle: Handle): Handle =>
  async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof StripeApiError) return { status: error.status, body: error.body };
      throw error;
    }
  };

/** Performs an action and shows the page, with the error message if it failed. */
const actOnPage = (act: () => unknown, show: (error?: string) => string) => {
  try {
    act();
    return { status: 200, html: show() };
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, html: show(error.message) };
    throw error;
  }
};

const pageRoutes = (stripe: StripeControl): ControlRoute[] => [
  [
    'GET',
    /^\/_local\/stripe\/checkout\/(\w{1,80})$/,
    ({ id }) => ({ status: 200, html: checkoutPage(stripe.checkoutSession(id)) }),
  ],
  [
    'POST',
    /^\/_local\/stripe\/checkout\/(\w{1,80})$/,
    async ({ id, body }) => {
      const how = paymentOf(await body());
      return actOnPage(
        () => stripe.completeCheckout(id, how),
        (error) => checkoutPage(stripe.checkoutSession(id), error),
      );
    },
  ],
  [
    'GET',
    /^\/_local\/stripe\/invoices\/(\w{1,80})(?:\/pdf)?$/,
    ({ id }) => ({ status: 200, html: invoicePage(stripe.invoice(id)) }),
  ],
  [
    'POST',
    /^\/_local\/stripe\/invoices\/(\w{1,80})$/,
    async ({ id, body }) => {
      const { card } = paymentOf(await body());
      return actOnPage(
        () => stripe.payInvoice(id, card),
        (error) => invoicePage(stripe.invoice(id), error),
      );
    },
  ],
  [
    'GET',
    /^\/_local\/stripe\/portal\/(\w{1,80})$/,
    ({ id }) => ({ status: 200, html: portalPage(stripe.portalSession(id).return_url, false) }),
  ],
  [
    'POST',
    /^\/_local\/stripe\/portal\/(\w{1,80})$/,
    async ({ id, body }) => {
      const { customer, return_url } = stripe.portalSession(id);
      stripe.setCard({ customer }, paymentOf(await body()).card ?? 'ok');
      return { status: 200, html: portalPage(return_url, true) };
    },
  ],
];

const customerRoutes = (stripe: StripeControl): ControlRoute[] => [
  [
    'POST',
    /^\/_local\/stripe\/card$/,
    async ({ body }) => {
      const { card, ...reference } = cardInput.parse(await body());
      return { status: 200, body: stripe.setCard(customerOf(reference), card) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/discount$/,
    async ({ body }) => {
      const { coupon, ...reference } = discountInput.parse(await body());
      return { status: 200, body: stripe.setDiscount(customerOf(reference), coupon) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/checkout\/(\w{1,80})\/complete$/,
    async ({ id, body }) => ({ status: 200, body: stripe.completeCheckout(id, paymentOf(await body())) }),
  ],
  [
    'POST',
    /^\/_local\/stripe\/invoices\/(\w{1,80})\/pay$/,
    async ({ id, body }) => ({ status: 200, body: stripe.payInvoice(id, paymentOf(await body()).card) }),
  ],
];

const operationRoutes = (stripe: StripeControl): ControlRoute[] => [
  [
    'POST',
    /^\/_local\/stripe\/disputes$/,
    async ({ body }) => {
      const { charge, outcome } = disputeInput.parse(await body());
      if (outcome !== undefined) return { status: 200, body: stripe.closeDispute(charge, outcome) };
      return { status: 201, body: stripe.dispute(charge) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/refunds$/,
    async ({ body }) => {
      const { charge, amount } = refundInput.parse(await body());
      return { status: 201, body: stripe.refund(charge, amount) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/webhooks$/,
    async ({ body }) => ({
      status: 200,
      body: stripe.setWebhookBehavior(webhookBehavior.parse(await body())),
    }),
  ],
  ['GET', /^\/_local\/stripe\/state$/, () => ({ status: 200, body: { local: true, ...stripe.state() } })],
];

/** Actions of customers, of the account's owner and of banks on the Stripe emulator, and its hosted pages. */
export const stripeRoutes = (stripe: StripeControl): ControlRoute[] =>
  [...pageRoutes(stripe), ...customerRoutes(stripe), ...operationRoutes(stripe)].map(
    ([method, path, handle]) => [method, path, withStripeErrors(handle)],
  );
