import { copyOf } from './copy.ts';
import { paymentOf } from './invoice-payment.ts';
import { refuse } from './refusal.ts';
import type { Seen } from './state.ts';
import type { Invoice, Kind, Subscription, Thing } from './wire.ts';
import type { Work } from './work.ts';

export interface Page<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export const pageOf = <T>(url: string, data: T[], has_more = false): Page<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});

const linesShown = 10;

const showInvoice = (invoice: Invoice): object => ({
  ...invoice,
  lines: pageOf(
    `/v1/invoices/${invoice.id}/lines`,
    invoice.lines.data.slice(0, linesShown),
    invoice.lines.data.length > linesShown,
  ),
});

/** Items show their price as it is now: a lookup key may have moved on. */
const showSubscription = (work: Work, subscription: Subscription): object => ({
  ...subscription,
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({
      ...item,
      price: work.find('price', item.price.id) ?? item.price,
    })),
  },
});

/** A thing as an answer shows it: a copy, without what is only shown when it is expanded. */
export const render = (work: Work, thing: Seen<Thing>): object => {
  const copy = copyOf(thing) as Thing;
  // Of one that was deleted there is nothing but its id.
  if (copy.object === 'invoice' && 'lines' in copy) return showInvoice(copy);
  if (copy.object === 'subscription') return showSubscription(work, copy);
  if (copy.object === 'checkout.session') {
    const { line_items: _, ...shown } = copy;
    return shown;
  }
  return copy;
};

type Shown = Record<string, unknown>;

const confirmationSecret = (work: Work, invoice: Shown): unknown => {
  const payment = paymentOf(work, String(invoice['id']));
  const intent = payment?.payment.payment_intent;
  const secret = intent === undefined ? undefined : work.get('payment_intent', intent).client_secret;
  return secret ? { client_secret: secret, type: 'payment_intent' } : null;
};

const listOf = (work: Work, kind: Kind, url: string, fits: (thing: Shown) => boolean): unknown => {
  const found = work.where(kind, (thing) => fits(thing as unknown as Shown));
  return pageOf(
    url,
    found.toReversed().map((thing) => render(work, thing)),
  );
};

/** What is shown only when it is asked for. */
const includable: Record<string, Record<string, (work: Work, shown: Shown) => unknown>> = {
  invoice: {
    payments: (work, { id }) =>
      listOf(
        work,
        'invoice_payment',
        `/v1/invoice_payments?invoice=${String(id)}`,
        (one) => one['invoice'] === id,
      ),
    confirmation_secret: confirmationSecret,
  },
  'checkout.session': {
    line_items: (work, { id }) => work.get('checkout.session', String(id)).line_items,
  },
  customer: {
    subscriptions: (work, { id }) =>
      listOf(
        work,
        'subscription',
        `/v1/customers/${String(id)}/subscriptions`,
        (one) =>
          one['customer'] === id && one['status'] !== 'canceled' && one['status'] !== 'incomplete_expired',
      ),
  },
  charge: {
    refunds: (work, { id }) =>
      listOf(work, 'refund', `/v1/charges/${String(id)}/refunds`, (one) => one['charge'] === id),
  },
  product: {},
};

const kindsByPrefix: [prefix: string, kind: Kind][] = [
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
const kindsByField: Record<string, Kind> = { coupon: 'coupon', product: 'product' };

/** What is left of a customer that was deleted. */
export const deletedCustomer = (work: Work, id: string): object | undefined =>
  work.find('local.deleted', id) && { id, object: 'customer', deleted: true };

const referred = (work: Work, field: string, id: string): object | undefined => {
  const kind = kindsByField[field] ?? kindsByPrefix.find(([prefix]) => id.startsWith(prefix))?.[1];
  const thing = kind && work.find(kind, id);
  return thing ? render(work, thing) : deletedCustomer(work, id);
};

const deepest = 4;

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

const expandField = (work: Work, shown: Shown, path: string[], whole: string): void => {
  const [field = '', ...rest] = path;
  const cannot = () => refuse(`This property cannot be expanded (${whole}).`, 'expand');
  const include = includable[String(shown['object'])]?.[field];
  if (include && typeof shown[field] !== 'object') shown[field] = include(work, shown);
  const open = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const found = referred(work, field, value);
    if (!found) throw cannot();
    return found;
  };
  const value = shown[field];
  if (value === undefined) throw cannot();
  shown[field] = Array.isArray(value) ? value.map(open) : open(value);
  if (rest.length === 0) return;
  for (const inner of [shown[field]].flat()) if (isShown(inner)) expandField(work, inner, rest, whole);
};

/** Puts in the place of ids what they name, as `expand[]` asks. @throws Refusal */
export const expand = (work: Work, answer: object, paths: readonly string[]): object => {
  const copy = copyOf(answer) as Shown;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > deepest + (parts[0] === 'data' ? 1 : 0)) {
      throw refuse(`You cannot expand more than ${deepest} levels of a property.`, 'expand');
    }
    expandField(work, copy, parts, path);
  }
  return copy;
};
