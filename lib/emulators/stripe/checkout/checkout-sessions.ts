import * as z from 'zod';
import { checkLinePrices, createLineItem, applyLineDiscounts, setSessionTotals } from './checkout-lines.ts';
import { checkDiscount } from '../catalog/discounts.ts';
import { emitEvent } from '../webhooks/events.ts';
import { daySeconds, hourSeconds } from '../time/billing-periods.ts';
import {
  booleanParameter,
  countParameter,
  createdRange,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
import { listObject } from '../http/render-object.ts';
import {
  matchesFilter,
  listParameters,
  mergeMetadata,
  noParameters,
  listPage,
  route,
  inRange,
  type Route,
} from '../http/route.ts';
import { checkTaxCollection, taxFields } from './tax-collection.ts';
import { unsetSessionFields } from './unset-session-fields.ts';
import { taxParameters } from '../http/tax-parameters.ts';
import type { CheckoutSession } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const lineGiven = strictObject({ price: stringParameter, quantity: countParameter.optional() });
const create = strictObject({
  mode: z.enum(['payment', 'setup', 'subscription']),
  line_items: listOf(lineGiven).optional(),
  allow_promotion_codes: booleanParameter.optional(),
  allowed_payment_method_types: listOf(z.enum(['card'])).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: z.url().optional(),
  client_reference_id: stringParameter.max(200).optional(),
  currency: stringParameter.optional(),
  customer: stringParameter.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: stringParameter.optional(),
  customer_update: strictObject({
    address: stringParameter.optional(),
    name: stringParameter.optional(),
  }).optional(),
  discounts: listOf(
    z.union([strictObject({ coupon: stringParameter }), strictObject({ promotion_code: stringParameter })]),
  ).optional(),
  expires_at: integerParameter.optional(),
  invoice_creation: strictObject({
    enabled: booleanParameter,
    invoice_data: strictObject({
      description: stringParameter.optional(),
      footer: stringParameter.optional(),
      metadata: metadataParameter.optional(),
    }).optional(),
  }).optional(),
  locale: stringParameter.optional(),
  metadata: metadataParameter.optional(),
  payment_intent_data: strictObject({
    description: stringParameter.optional(),
    metadata: metadataParameter.optional(),
    setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
  }).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  setup_intent_data: strictObject({
    description: stringParameter.optional(),
    metadata: metadataParameter.optional(),
  }).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: strictObject({
    description: stringParameter.optional(),
    metadata: metadataParameter.optional(),
  }).optional(),
  success_url: z.url().optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
  ...taxParameters,
});
type Create = z.infer<typeof create>;

const check = (tx: Transaction, given: Create): void => {
  checkTaxCollection(tx, given);
  const { mode, line_items: lines } = given;
  if (given.success_url === undefined) throw missingParameter('success_url');
  if (given.discounts && given.allow_promotion_codes) {
    throw invalidRequest(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'discounts',
    );
  }
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer_email',
    );
  }
  if (mode === 'setup' ? lines !== undefined : !lines || lines.length === 0)
    throw missingParameter('line_items');
  const only = (name: keyof Create, requiredMode: string) => {
    if (given[name] !== undefined && mode !== requiredMode) {
      throw invalidRequest(`You can not pass \`${name}\` in \`${mode}\` mode.`, name);
    }
  };
  only('subscription_data', 'subscription');
  only('payment_method_collection', 'subscription');
  only('payment_intent_data', 'payment');
  only('invoice_creation', 'payment');
  only('setup_intent_data', 'setup');
  const { expires_at } = given;
  if (
    expires_at !== undefined &&
    (expires_at < tx.now + hourSeconds / 2 || expires_at > tx.now + daySeconds)
  ) {
    throw invalidRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      'expires_at',
    );
  }
};

const invoiceCreation = (given: Create): CheckoutSession['invoice_creation'] =>
  given.mode === 'payment'
    ? {
        enabled: given.invoice_creation?.enabled ?? false,
        invoice_data: {
          account_tax_ids: null,
          custom_fields: null,
          description: given.invoice_creation?.invoice_data?.description ?? null,
          footer: given.invoice_creation?.invoice_data?.footer ?? null,
          issuer: null,
          metadata: mergeMetadata({}, given.invoice_creation?.invoice_data?.metadata),
          rendering_options: null,
        },
      }
    : null;

/** Stores the parameters that take effect at completion and that the session does not show. */
const planOf = (given: Create): string =>
  JSON.stringify({
    subscription_data: given.subscription_data && {
      description: given.subscription_data.description ?? null,
      metadata: mergeMetadata({}, given.subscription_data.metadata),
    },
    intent_data: {
      description: given.payment_intent_data?.description ?? null,
      metadata: mergeMetadata({}, given.payment_intent_data?.metadata ?? given.setup_intent_data?.metadata),
      keepsCard: given.payment_intent_data?.setup_future_usage !== undefined,
    },
  });

const created = (tx: Transaction, given: Create): CheckoutSession => {
  check(tx, given);
  const id = newId('cs_test');
  const customer = given.customer === undefined ? null : tx.get('customer', given.customer, 'customer').id;
  const lines = (given.line_items ?? []).map((line, index) => createLineItem(tx, line, index));
  checkLinePrices(given.mode, lines);
  for (const [index, one] of (given.discounts ?? []).entries()) {
    checkDiscount(tx, one, { customer, param: `discounts[${index}]` });
  }
  applyLineDiscounts(tx, lines, { discounts: given.discounts ?? [], customer });
  const session: CheckoutSession = {
    ...unsetSessionFields,
    ...taxFields(given),
    id,
    object: 'checkout.session',
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    amount_subtotal: null,
    amount_total: null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: tx.now,
    currency: lines[0]?.currency ?? given.currency ?? null,
    customer,
    customer_creation:
      customer === null && given.mode === 'payment' ? (given.customer_creation ?? 'if_required') : null,
    customer_email: given.customer_email ?? null,
    discounts: (given.discounts ?? []).map((one) => ({ coupon: null, promotion_code: null, ...one })),
    expires_at: given.expires_at ?? tx.now + daySeconds,
    invoice_creation: invoiceCreation(given),
    line_items: listObject(`/v1/checkout/sessions/${id}/line_items`, lines),
    locale: given.locale ?? null,
    metadata: mergeMetadata({}, given.metadata),
    mode: given.mode,
    payment_method_collection:
      given.mode === 'subscription' ? (given.payment_method_collection ?? 'always') : 'if_required',
    payment_status: given.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    status: 'open',
    submit_type: given.submit_type ?? null,
    success_url: given.success_url ?? null,
    total_details: null,
    url: `${tx.settings.publicUrl}/_local/stripe/checkout/${id}`,
  };
  if (given.mode !== 'setup') setSessionTotals(session, lines);
  tx.put({ object: 'local.checkout_plan', id, plan: planOf(given) });
  return tx.put(session);
};

/** Expires an open session, which can then no longer be paid. */
export const expireCheckoutSession = (tx: Transaction, id: string): CheckoutSession => {
  const session = tx.edit('checkout.session', id);
  if (session.status !== 'open') {
    throw invalidRequest(
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of \`${session.status ?? ''}\`.`,
    );
  }
  Object.assign(session, { status: 'expired', url: null });
  emitEvent(tx, 'checkout.session.expired', { object: session });
  return session;
};

export const checkoutRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', {
    name: 'checkout.sessions.create',
    parameters: create,
    run: created,
  }),
  route('GET', '/v1/checkout/sessions/:id', {
    name: 'checkout.sessions.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('checkout.session', id, 'session'),
  }),
  route('POST', '/v1/checkout/sessions/:id/expire', {
    name: 'checkout.sessions.expire',
    parameters: noParameters,
    run: (tx, _, id) => expireCheckoutSession(tx, id),
  }),
  route('GET', '/v1/checkout/sessions/:id/line_items', {
    name: 'checkout.sessions.listLineItems',
    parameters: listParameters({}),
    run: (tx, given, id) => {
      const all = tx.get('checkout.session', id, 'session').line_items?.data ?? [];
      const limit = given.limit ?? 10;
      return listObject(`/v1/checkout/sessions/${id}/line_items`, all.slice(0, limit), all.length > limit);
    },
  }),
  route('GET', '/v1/checkout/sessions', {
    name: 'checkout.sessions.list',
    parameters: listParameters({
      created: createdRange,
      customer: stringParameter.optional(),
      payment_intent: stringParameter.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
      subscription: stringParameter.optional(),
    }),
    run: (tx, { created: range, customer, payment_intent, status, subscription, ...paging }) => {
      const found = tx.where(
        'checkout.session',
        (one) =>
          matchesFilter(one, { customer, payment_intent, status, subscription }) &&
          inRange(range, one.created),
      );
      return listPage(tx, '/v1/checkout/sessions', { found, paging });
    },
  }),
];
