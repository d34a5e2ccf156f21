// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InvoiceList } from '@scangate/console/routes/billing/history/invoice-list.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const invoice = (number: string, status: string) => ({
  invoiceId: `in_${number}`,
  number,
  status,
  currency: 'eur',
  amountDue: 14_500,
  amountPaid: status === 'paid' ? 14_500 : 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  hostedUrl: `https://invoice.stripe.com/i/${number}`,
});

test('an open invoice can be paid, any other one viewed', async () => {
  const client = clientOf({
    'list-invoices': () => ({ items: [invoice('A-2', 'open'), invoice('A-1', 'paid')] }),
  });
  await renderPart(<InvoiceList />, { client });
  const pay = await screen.findByRole('link', { name: /^Pay/ });
  expect(pay.getAttribute('href')).toBe('https://invoice.stripe.com/i/A-2');
  expect(screen.getByRole('link', { name: /^View/ }).getAttribute('href')).toBe(
    'https://invoice.stripe.com/i/A-1',
  );
});
