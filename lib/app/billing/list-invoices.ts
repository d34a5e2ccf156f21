import type { Invoice } from '@scangate/domain/records';
import type { Page, PageOptions, StoreReader } from '#ports/store.ts';

const invoiceView = (invoice: Invoice) => ({
  invoiceId: invoice.invoiceId,
  number: invoice.number,
  status: invoice.status,
  amountDue: invoice.amountDue,
  amountPaid: invoice.amountPaid,
  currency: invoice.currency,
  createdAt: invoice.createdAt,
  ...(invoice.hostedUrl !== undefined && { hostedUrl: invoice.hostedUrl }),
  ...(invoice.pdfUrl !== undefined && { pdfUrl: invoice.pdfUrl }),
});

/** Reads a page of an account's invoices as the API shows them, newest first. */
export const listInvoices = async (
  accountId: string,
  options: PageOptions,
  store: Pick<StoreReader, 'list'>,
): Promise<Page<ReturnType<typeof invoiceView>>> => {
  const { items, cursor } = await store.list('invoices', { accountId }, options);
  return { items: items.map(invoiceView), ...(cursor !== undefined && { cursor }) };
};
