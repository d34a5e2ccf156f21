import type { Change } from '../../../lib/domain/change.ts';
import type { TillInvoice } from '../../../lib/domain/billing/till.ts';
import type { Invoice } from '../../../lib/domain/records.ts';
import type { Store } from '../../../lib/ports/store.ts';

/** What an organization sees of an invoice; a draft is nobody's business yet. */
const mirrored = (accountId: string, invoice: TillInvoice): Invoice | undefined => {
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
  over: [{ field: 'status', is: 'oneOf', value: ['open', 'uncollectible'] }],
});

const isEqual = (a: Invoice | undefined, b: Invoice): boolean =>
  a !== undefined && (Object.keys(b) as (keyof Invoice)[]).every((field) => a[field] === b[field]);

/** Brings the mirror of these invoices up to date; writes only what differs. */
export const mirrorInvoices = async (
  accountId: string,
  invoices: readonly TillInvoice[],
  store: Pick<Store<'invoice'>, 'load' | 'commit'>,
): Promise<void> => {
  const rows = invoices.flatMap((invoice) => mirrored(accountId, invoice) ?? []);
  if (rows.length === 0) return;
  const known = await store.load(
    rows.map(({ invoiceId, createdAt }) => ({
      record: 'invoice' as const,
      id: { accountId, createdAt, invoiceId },
    })),
  );
  const stale = rows.filter((row, index) => !isEqual(known[index], row));
  // One by one: what is refused was mirrored by somebody who read later.
  for (const row of stale) await store.commit([mirror(row)]);
};
