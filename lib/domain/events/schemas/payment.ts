import * as z from 'zod';
import { count, eventSpec, id, instant, sample, text } from '../event-spec.ts';

export const paymentEvents = {
  'payment.failed': eventSpec({
    text: 'A payment of the subscription failed.',
    schema: z.object({
      invoiceId: id,
      unpaidInvoices: count,
      since: instant.meta({ description: 'When the first payment that is still open failed.' }),
      link: text,
    }),
    example: { invoiceId: 'in_1QaXyZ', unpaidInvoices: 1, since: sample.at, link: '/billing/status' },
  }),
  'payment.resolved': eventSpec({
    text: 'The subscription has no failed payments left.',
    schema: z.object({ since: instant, link: text }),
    example: { since: sample.at, link: '/billing/status' },
  }),
  'invoice.paid': eventSpec({
    text: 'An invoice was paid.',
    schema: z.object({
      invoiceId: id,
      amount: z.int().meta({ description: 'In the smallest unit of the currency.' }),
      currency: z.string().max(3),
      createdAt: instant,
      link: text,
    }),
    example: {
      invoiceId: 'in_1QaXyZ',
      amount: 4900,
      currency: 'usd',
      createdAt: sample.at,
      link: '/billing/invoices',
    },
  }),
};
