import { emitEvent } from '../webhooks/events.ts';
import { invoiceItemLine } from './invoice-lines.ts';
import { calculateTotals } from './invoice-totals.ts';
import { hourSeconds } from '../time/billing-periods.ts';
import { listObject } from '../http/render-object.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Invoice, InvoiceItem, InvoiceLine } from '../store/stripe-objects.ts';
import { taxIdsOf } from '../customers/tax-ids.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** Delay before an automatic draft is finalized, in which it can be changed. */
export const draftSeconds = hourSeconds;

export interface InvoiceInput {
  customer: string;
  currency: string;
  billing_reason:
    | 'manual'
    | 'subscription_create'
    | 'subscription_cycle'
    | 'subscription_update'
    | 'upcoming';
  subscription?: { id: string; metadata: Record<string, string> };
  lines: InvoiceLine[];
  /** Invoice items that become lines of this invoice. */
  items: readonly ReadonlyObject<InvoiceItem>[];
  discounts: string[];
  auto_advance: boolean;
  /** Shown only: the emulator computes no taxes. */
  automatic_tax?: boolean | undefined;
  collection_method?: 'charge_automatically' | 'send_invoice';
  due_date?: number | null;
  default_payment_method?: string | null;
  description?: string | null;
  footer?: string | null;
  metadata?: Record<string, string>;
  period?: { start: number; end: number };
}

const parentOf = ({ subscription }: InvoiceInput): Invoice['parent'] =>
  subscription
    ? {
        quote_details: null,
        subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
        type: 'subscription_details',
      }
    : null;

/** Fields that never change in the emulator. */
const unused = {
  account_country: 'US',
  account_name: 'Local emulator',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none' as const,
  default_source: null,
  default_tax_rates: [],
  from_invoice: null,
  issuer: { type: 'self' as const },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
};

const taxOf = (input: InvoiceInput): Invoice['automatic_tax'] => ({
  disabled_reason: null,
  enabled: input.automatic_tax ?? false,
  liability: null,
  provider: null,
  status: null,
});

/** The fields that an invoice copies from its customer. */
const customerFields = (tx: Transaction, id: string) => {
  const customer = tx.get('customer', id, 'customer');
  return {
    custom_fields: customer.invoice_settings.custom_fields,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_ids: taxIdsOf(tx, id),
  };
};

const draftOf = (tx: Transaction, input: InvoiceInput, id: string): Invoice => {
  const customer = tx.get('customer', input.customer, 'customer');
  return {
    ...unused,
    id,
    object: 'invoice',
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: input.auto_advance,
    automatically_finalizes_at: input.auto_advance ? tx.now + draftSeconds : null,
    billing_reason: input.billing_reason,
    collection_method: input.collection_method ?? 'charge_automatically',
    created: tx.now,
    currency: input.currency,
    customer: input.customer,
    automatic_tax: taxOf(input),
    ...customerFields(tx, input.customer),
    default_payment_method: input.default_payment_method ?? null,
    description: input.description ?? null,
    discounts: input.discounts,
    due_date: input.due_date ?? null,
    effective_at: null,
    ending_balance: null,
    footer: input.footer ?? null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: listObject(`/v1/invoices/${id}/lines`, []),
    metadata: input.metadata ?? {},
    next_payment_attempt: input.auto_advance ? tx.now + draftSeconds : null,
    number: null,
    parent: parentOf(input),
    period_end: input.period?.end ?? tx.now,
    period_start: input.period?.start ?? tx.now,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
  };
};

/** Adds invoice items to a draft. */
export const addInvoiceItems = (
  tx: Transaction,
  invoice: Invoice,
  items: readonly ReadonlyObject<InvoiceItem>[],
): void => {
  for (const item of items) {
    tx.edit('invoiceitem', item.id).invoice = invoice.id;
    invoice.lines.data.push({ ...invoiceItemLine(item), invoice: invoice.id });
  }
  calculateTotals(tx, invoice);
};

/** Creates a draft and emits its event. */
export const newInvoice = (tx: Transaction, input: InvoiceInput): Invoice => {
  const id = newId('in');
  const invoice = tx.put(draftOf(tx, input, id));
  invoice.lines.data.push(...input.lines.map((line) => ({ ...line, invoice: id })));
  addInvoiceItems(tx, invoice, input.items);
  emitEvent(tx, 'invoice.created', { object: invoice });
  return invoice;
};

export const subscriptionOf = (invoice: ReadonlyObject<Invoice>): string | undefined =>
  invoice.parent?.subscription_details?.subscription;

export const subscriptionItemOf = (line: InvoiceLine): string | undefined =>
  line.parent?.subscription_item_details?.subscription_item;

/** Finds a customer's pending invoice items: those of this subscription and those without one. */
export const pendingInvoiceItems = (
  tx: Transaction,
  customer: string,
  subscription: string | null,
): ReadonlyObject<InvoiceItem>[] =>
  tx.where('invoiceitem', (item) => {
    const own = item.parent?.subscription_details?.subscription ?? null;
    return item.customer === customer && item.invoice === null && (own === null || own === subscription);
  });
