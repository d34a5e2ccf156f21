import { invoicePaid } from '@scangate/domain/events/emit/billing';
import type { Listening } from '@scangate/domain/events/emit-event';
import type { Change } from '@scangate/domain/record-changes';
import { isUnpaid, unpaidStatuses, type ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import type { Invoice } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** Returns the invoice as an organization sees it; undefined for a draft. */
const toInvoice = (accountId: string, invoice: ProviderInvoice): Invoice | undefined => {
  const { status, invoiceId, number, amountDue, amountPaid, currency, createdAt, hostedUrl, pdfUrl } =
    invoice;
  if (status === 'draft') return undefined;
  return {
    accountId,
    invoiceId,
    number,
    status,
    amountDue,
    amountPaid,
    currency,
    createdAt,
    ...(hostedUrl !== undefined && { hostedUrl }),
    ...(pdfUrl !== undefined && { pdfUrl }),
  };
};

/** Paid and void are final, so that a late writer with an older reading does not undo them. */
const invoiceChange = (item: Invoice): Change<'invoice'> => ({
  change: 'insert',
  record: 'invoice',
  item,
  replaceIf: [{ field: 'status', is: 'oneOf', value: [...unpaidStatuses] }],
});

/** A final invoice only changes its links, which the provider renews at each reading. */
const isRecorded = (stored: Invoice | undefined, current: Invoice): boolean =>
  stored !== undefined &&
  (!isUnpaid(stored) ||
    (Object.keys(current) as (keyof Invoice)[]).every((field) => stored[field] === current[field]));

/** As many as fit into one load with the account. Older invoices of a subscription were recorded years ago. */
const maxInvoices = 90;

const toRows = (accountId: string, invoices: readonly ProviderInvoice[]): Invoice[] =>
  invoices
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .flatMap((invoice) => toInvoice(accountId, invoice) ?? [])
    .slice(0, maxInvoices);

/** Refers to the stored invoices, in the order that `recordInvoices` expects. */
export const invoiceRefs = (accountId: string, invoices: readonly ProviderInvoice[]) =>
  toRows(accountId, invoices).map(({ invoiceId, createdAt }) => ({
    record: 'invoice' as const,
    id: { accountId, createdAt, invoiceId },
  }));

export interface InvoicesToRecord {
  accountId: string;
  invoices: readonly ProviderInvoice[];
  /** The records of `invoiceRefs`, and the listening organization, if they were just loaded. */
  known?: { stored: readonly (Invoice | undefined)[]; listens?: readonly string[] | undefined };
}

const loadKnown = async (
  { accountId, invoices }: InvoicesToRecord,
  store: Pick<Store<'invoice' | 'organization'>, 'load'>,
): Promise<NonNullable<InvoicesToRecord['known']>> => {
  const refs = [
    { record: 'organization', id: { organizationId: accountId } },
    ...invoiceRefs(accountId, invoices),
  ] as const;
  const [organization, ...stored] = await store.load(refs);
  return { stored, listens: organization?.listens };
};

/** Stores the invoices of an account as the provider has them, and returns which are paid; writes only those that differ. */
export const recordInvoices = async (
  found: InvoicesToRecord,
  store: Pick<Store<'invoice' | 'organization', 'invoice' | 'storedEvent'>, 'load' | 'commit'>,
  now: Date,
): Promise<void> => {
  const { accountId, invoices } = found;
  const rows = toRows(accountId, invoices);
  if (rows.length === 0) return;
  const { stored, listens } = found.known ?? (await loadKnown(found, store));
  const organization: Listening = { organizationId: accountId, listens };
  const outdated = rows.filter((row, index) => !isRecorded(stored[index], row));
  // They are written one by one: a failed condition means that a process with a later reading wrote this invoice.
  for (const row of outdated)
    await store.commit([invoiceChange(row), ...invoicePaid(organization, row, now.toISOString())]);
};
