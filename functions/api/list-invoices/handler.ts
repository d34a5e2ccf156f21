import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import type { Invoice } from '@scangate/domain/records';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

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

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { billingAccountId: accountId }, query: { limit, cursor } }, { store }) => {
    const after = decodeCursor(cursor, endpoint.name, accountId);
    const page = await store.list('invoices', { accountId }, { limit, ...(after && { cursor: after }) });
    const body = pageResponse(page.items.map(invoiceView), page.cursor, endpoint.name, accountId);
    return { status: 200, body };
  },
);
