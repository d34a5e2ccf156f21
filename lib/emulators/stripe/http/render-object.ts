import { deepCopy } from '../store/deep-copy.ts';
import { invoicePaymentOf } from '../invoices/invoice-payment.ts';
import { invalidRequest } from './stripe-api-error.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Invoice, ObjectType, Subscription, StripeObject } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

export interface ListObject<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export const listObject = <T>(url: string, data: T[], has_more = false): ListObject<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});

const linesShown = 10;

const showInvoice = (invoice: Invoice): object => ({
  ...invoice,
  lines: listObject(
    `/v1/invoices/${invoice.id}/lines`,
    invoice.lines.data.slice(0, linesShown),
    invoice.lines.data.length > linesShown,
  ),
});

/** Shows the current price of each item, because its lookup key may have moved to another price. */
const showSubscription = (tx: Transaction, subscription: Subscription): object => ({
  ...subscription,
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({
      ...item,
      price: tx.find('price', item.price.id) ?? item.price,
    })),
  },
});

/** Copies an object for a response, without the fields that are shown only when expanded. */
export const renderObject = (tx: Transaction, object: ReadonlyObject<StripeObject>): object => {
  const copy = deepCopy(object) as StripeObject;
  // A deleted invoice has nothing but its id.
  if (copy.object === 'invoice' && 'lines' in copy) return showInvoice(copy);
  if (copy.object === 'subscription') return showSubscription(tx, copy);
  if (copy.object === 'checkout.session') {
    const { line_items: _, ...shown } = copy;
    return shown;
  }
  return copy;
};

type Shown = Record<string, unknown>;

const confirmationSecret = (tx: Transaction, invoice: Shown): unknown => {
  const payment = invoicePaymentOf(tx, String(invoice['id']));
  const intent = payment?.payment.payment_intent;
  const secret = intent === undefined ? undefined : tx.get('payment_intent', intent).client_secret;
  return secret ? { client_secret: secret, type: 'payment_intent' } : null;
};

const listOf = (
  tx: Transaction,
  kind: ObjectType,
  { url, matches }: { url: string; matches: (object: Shown) => boolean },
): unknown => {
  const found = tx.where(kind, (object) => matches(object as Shown));
  return listObject(
    url,
    found.toReversed().map((object) => renderObject(tx, object)),
  );
};

/** Fields that are shown only when expanded. */
const includable: Record<string, Record<string, (tx: Transaction, shown: Shown) => unknown>> = {
  invoice: {
    payments: (tx, { id }) =>
      listOf(tx, 'invoice_payment', {
        url: `/v1/invoice_payments?invoice=${String(id)}`,
        matches: (one) => one['invoice'] === id,
      }),
    confirmation_secret: confirmationSecret,
  },
  'checkout.session': {
    line_items: (tx, { id }) => tx.get('checkout.session', String(id)).line_items,
  },
  customer: {
    subscriptions: (tx, { id }) =>
      listOf(tx, 'subscription', {
        url: `/v1/customers/${String(id)}/subscriptions`,
        matches: (one) =>
          one['customer'] === id && one['status'] !== 'canceled' && one['status'] !== 'incomplete_expired',
      }),
  },
  charge: {
    refunds: (tx, { id }) =>
      listOf(tx, 'refund', {
        url: `/v1/charges/${String(id)}/refunds`,
        matches: (one) => one['charge'] === id,
      }),
  },
  product: {},
};

const kindsByPrefix: [prefix: string, kind: ObjectType][] = [
  ['cus_', 'customer'],
  ['sub_sched_', 'subscription_schedule'],
  ['sub_', 'subscription'],
  ['in_', 'invoice'],
  ['ii_', 'invoiceitem'],
  ['inpay_', 'invoice_payment'],
  ['pi_', 'payment_intent'],
  ['ch_', 'charge'],
  ['pm_', 'payment_method'],
  ['seti_', 'setup_intent'],
  ['cs_', 'checkout.session'],
  ['price_', 'price'],
  ['promo_', 'promotion_code'],
  ['di_', 'discount'],
  ['re_', 'refund'],
];
const kindsByField: Record<string, ObjectType> = { coupon: 'coupon', product: 'product' };

/** Renders a deleted customer. */
export const renderDeletedCustomer = (tx: Transaction, id: string): object | undefined =>
  tx.find('local.deleted', id) && { id, object: 'customer', deleted: true };

const referred = (tx: Transaction, field: string, id: string): object | undefined => {
  const kind = kindsByField[field] ?? kindsByPrefix.find(([prefix]) => id.startsWith(prefix))?.[1];
  const object = kind && tx.find(kind, id);
  return object ? renderObject(tx, object) : renderDeletedCustomer(tx, id);
};

const deepest = 4;

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

const expandField = (
  tx: Transaction,
  shown: Shown,
  { path, whole }: { path: string[]; whole: string },
): void => {
  const [field = '', ...rest] = path;
  const cannot = () => invalidRequest(`This property cannot be expanded (${whole}).`, 'expand');
  const include = includable[String(shown['object'])]?.[field];
  if (include && typeof shown[field] !== 'object') shown[field] = include(tx, shown);
  const open = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const found = referred(tx, field, value);
    if (!found) throw cannot();
    return found;
  };
  const value = shown[field];
  if (value === undefined) throw cannot();
  shown[field] = Array.isArray(value) ? value.map(open) : open(value);
  if (rest.length === 0) return;
  for (const inner of [shown[field]].flat())
    if (isShown(inner)) expandField(tx, inner, { path: rest, whole });
};

/** Replaces ids by their objects, as `expand[]` requests. @throws StripeApiError */
export const expandReferences = (tx: Transaction, answer: object, paths: readonly string[]): object => {
  if (paths.length === 0) return answer;
  const copy = deepCopy(answer) as Shown;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > deepest + (parts[0] === 'data' ? 1 : 0)) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property.`, 'expand');
    }
    expandField(tx, copy, { path: parts, whole: path });
  }
  return copy;
};
