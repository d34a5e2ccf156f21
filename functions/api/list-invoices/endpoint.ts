import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { amount, instant, pageOf, paging } from '#contract/schemas/resources.ts';
import { billingReaders } from '@scangate/domain/identity/roles';

const invoice = z.object({
  invoiceId: z.string(),
  number: z.string(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  amountDue: amount,
  amountPaid: amount,
  currency: z.string(),
  createdAt: instant,
  hostedUrl: z.string().optional(),
  pdfUrl: z.string().optional(),
});

export const endpoint = defineEndpoint({
  name: 'list-invoices',
  method: 'GET',
  path: '/billing/invoices',
  summary: 'List invoices, newest first. A client organization gets those of its parent.',
  roles: billingReaders,
  scopes: ['billing:read'],
  query: z.strictObject(paging),
  responses: {
    200: { description: 'A page of invoices, empty before the first one.', schema: pageOf(invoice) },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
