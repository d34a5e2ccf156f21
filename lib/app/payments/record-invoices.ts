import type { Change } from '@scangate/domain/change';
import { isUnpaid, unpaidStatuses, type ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import type { Invoice } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** What an organization sees of an invoice; a draft is nobody's business yet. */
const mirrored = (accountId: string, invoice: ProviderInvoice): Invoice | undefined => {
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

/** What was read of the till earlier must not undo what was read later: paid and void are the end of an invoice. */
const mirror = (item: Invoice): Change<'invoice'> => ({
  change: 'insert',
  record: 'invoice',
  item,
  replaceIf: [{ field: 'status', is: 'oneOf', value: [...unpaidStatuses] }],
});

/** Of an invoice that is over nothing changes but its links, which the till makes anew whenever it is asked. */
const isMirrored = (a: Invoice | undefined, b: Invoice): boolean =>
  a !== undefined &&
  (!isUnpaid(a) || (Object.keys(b) as (keyof Invoice)[]).every((field) => a[field] === b[field]));

/** What fits one round trip, beside the account. Older ones of a subscription were mirrored years ago. */
const mostMirrored = 90;

const rowsOf = (accountId: string, invoices: readonly ProviderInvoice[]): Invoice[] =>
  invoices
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .flatMap((invoice) => mirrored(accountId, invoice) ?? [])
    .slice(0, mostMirrored);

/** Where the mirror of these invoices stands. */
export const invoiceRefs = (accountId: string, invoices: readonly ProviderInvoice[]) =>
  rowsOf(accountId, invoices).map(({ invoiceId, createdAt }) => ({
    record: 'invoice' as const,
    id: { accountId, createdAt, invoiceId },
  }));

/**
 * Brings the mirror of these invoices up to date; writes only what differs.
 * @param read what stands at `mirrorRefs`, where it was read just now.
 */
export const recordInvoices = async (
  accountId: string,
  invoices: readonly ProviderInvoice[],
  store: Pick<Store<'invoice'>, 'load' | 'commit'>,
  read?: readonly (Invoice | undefined)[],
): Promise<void> => {
  const rows = rowsOf(accountId, invoices);
  if (rows.length === 0) return;
  const known = read ?? (await store.load(invoiceRefs(accountId, invoices)));
  const stale = rows.filter((row, index) => !isMirrored(known[index], row));
  // One by one: what is refused was mirrored by somebody who read later.
  for (const row of stale) await store.commit([mirror(row)]);
};
