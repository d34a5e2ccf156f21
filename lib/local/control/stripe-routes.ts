import * as z from 'zod';
import type { ControlRoute } from './control-route.ts';
import { cardKinds } from '@scangate/emulator-stripe/customers/test-cards';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { checkoutPage, invoicePage, portalPage } from '@scangate/emulator-stripe/checkout/hosted-pages';
import { StripeApiError } from '@scangate/emulator-stripe/http/stripe-api-error';

const whom = {
  organizationId: z.string().min(1).max(64).optional(),
  customer: z.string().max(64).optional(),
};
const exactlyOne = ({ organizationId, customer }: { organizationId?: string; customer?: string }): boolean =>
  (organizationId === undefined) !== (customer === undefined);
const told = 'give organizationId or customer';

const cardOrder = z.strictObject({ ...whom, card: z.enum(cardKinds) }).refine(exactlyOne, told);
const discountOrder = z.strictObject({ ...whom, coupon: z.string() }).refine(exactlyOne, told);
const payment = z.strictObject({ card: z.enum(cardKinds).optional(), promotionCode: z.string().optional() });
const mood = z.strictObject({
  duplicate: z.boolean().optional(),
  shuffle: z.boolean().optional(),
  delaySeconds: z
    .number()
    .min(0)
    .max(3 * 86_400)
    .optional(),
  drop: z.union([z.boolean(), z.int().min(0)]).optional(),
});

const disputeOrder = z.strictObject({ charge: z.string(), outcome: z.enum(['won', 'lost']).optional() });
const refundOrder = z.strictObject({ charge: z.string(), amount: z.int().min(1).optional() });

/** A page sends an empty text where nothing was entered. */
const paymentOf = (body: unknown): z.infer<typeof payment> => {
  const { promotionCode, ...rest } = payment.parse(body);
  return promotionCode ? { ...rest, promotionCode } : rest;
};

const whomOf = ({ organizationId, customer }: { organizationId?: string; customer?: string }) =>
  customer === undefined ? { organizationId: organizationId ?? '' } : { customer };

type Handle = ControlRoute[2];

/** Refusals of the till are answers here. */
const refusing =
  (handle: Handle): Handle =>
  async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof StripeApiError) return { status: error.status, body: error.body };
      throw error;
    }
  };

/** Does it and shows the page, or why it could not be done. */
const onPage = (act: () => unknown, show: (refused?: string) => string) => {
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
      return onPage(
        () => stripe.completeCheckout(id, how),
        (refused) => checkoutPage(stripe.checkoutSession(id), refused),
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
      return onPage(
        () => stripe.payInvoice(id, card),
        (refused) => invoicePage(stripe.invoice(id), refused),
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

const actionRoutes = (stripe: StripeControl): ControlRoute[] => [
  [
    'POST',
    /^\/_local\/stripe\/card$/,
    async ({ body }) => {
      const { card, ...who } = cardOrder.parse(await body());
      return { status: 200, body: stripe.setCard(whomOf(who), card) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/discount$/,
    async ({ body }) => {
      const { coupon, ...who } = discountOrder.parse(await body());
      return { status: 200, body: stripe.setDiscount(whomOf(who), coupon) };
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
  [
    'POST',
    /^\/_local\/stripe\/disputes$/,
    async ({ body }) => {
      const { charge, outcome } = disputeOrder.parse(await body());
      if (outcome !== undefined) return { status: 200, body: stripe.closeDispute(charge, outcome) };
      return { status: 201, body: stripe.dispute(charge) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/refunds$/,
    async ({ body }) => {
      const { charge, amount } = refundOrder.parse(await body());
      return { status: 201, body: stripe.refund(charge, amount) };
    },
  ],
  [
    'POST',
    /^\/_local\/stripe\/webhooks$/,
    async ({ body }) => ({ status: 200, body: stripe.setWebhookBehavior(mood.parse(await body())) }),
  ],
  ['GET', /^\/_local\/stripe\/state$/, () => ({ status: 200, body: { local: true, ...stripe.state() } })],
];

/** The till's part of the control plane. */
export const stripeControlRoutes = (stripe: StripeControl): ControlRoute[] =>
  [...pageRoutes(stripe), ...actionRoutes(stripe)].map(([method, path, handle]) => [
    method,
    path,
    refusing(handle),
  ]);
