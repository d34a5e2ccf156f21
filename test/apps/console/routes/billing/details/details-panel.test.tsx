// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { BillingDetails } from '@scangate/console/routes/billing/details/details-draft.ts';
import { DetailsPanel } from '@scangate/console/routes/billing/details/details-panel.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';
import { details } from '#test/support/payments/billing-details.ts';

interface Put {
  headers?: { 'If-Match'?: string };
  body: BillingDetails;
}

const refusal = (status: number, code: string, more: object = {}) =>
  new ApiProblem(status, new Headers(), { code, detail: 'Refused.', ...more });

/** The details at the service, which can be changed concurrently. */
const open = async (stored: BillingDetails | null = details, at = '/?details=true') => {
  const service = { stored, version: 1, refuse: undefined as ApiProblem | undefined };
  const puts: Put[] = [];
  const get = () => service.stored ?? undefined;
  const put = (input: Put) => {
    puts.push(input);
    if (service.refuse) throw service.refuse;
    const ifMatch = input.headers?.['If-Match'];
    if (ifMatch !== undefined && ifMatch !== `"${service.version}"`) throw refusal(412, 'etag_mismatch');
    service.version += 1;
    service.stored = input.body;
    return input.body;
  };
  const answers = { 'get-billing-details': get, 'set-billing-details': put as never };
  const client = clientOf(answers, [], () => ({ etag: `"${service.version}"` }));
  await renderPart(<DetailsPanel />, { client, at });
  const fill = async (label: string, text: string) => {
    const field = await screen.findByLabelText(new RegExp(`^${label}`));
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
  };
  const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  return { service, puts, fill, save };
};

test('the details are shown as on an invoice, and edited only on request', async () => {
  await open(details, '/');
  await screen.findByText('Acme GmbH');
  for (const shown of ['billing@example.com', 'Main Street 1', '10115 Berlin', 'Germany', 'DE123456789'])
    expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.getByText('European Union: VAT')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the first details are saved without a version, and only what was entered is sent', async () => {
  const { puts, fill, save } = await open(null, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Enter billing details' }));
  await fill('Name or company', 'Acme');
  await fill('Billing e-mail', 'bills@example.com');
  await save();
  await screen.findByText('bills@example.com');
  expect(puts).toEqual([{ body: { name: 'Acme', email: 'bills@example.com' }, signal: expect.anything() }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a change has the version that it started from, and a double click sends it once', async () => {
  const { puts, fill } = await open();
  await fill('Purchase order number', '99');
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('99');
  expect(puts.map(({ headers, body }) => [headers, body])).toEqual([
    [{ 'If-Match': '"1"' }, { ...details, poNumber: '99' }],
  ]);
});

test('an incomplete address or tax id is not sent', async () => {
  const { puts, fill, save } = await open();
  await fill('Street and number', '');
  await fill('Tax id', '');
  await save();
  await screen.findByText('Enter the street, or clear the rest of the address.');
  expect(screen.getByText('Enter the tax id, or clear its type.')).toBeTruthy();
  expect(puts).toEqual([]);
});

test('a tax id that Stripe refuses is marked at its field, which gets the focus', async () => {
  const { service, fill, save } = await open();
  service.refuse = refusal(422, 'validation_failed', {
    errors: [{ pointer: '/taxId/value', code: 'validation_failed', detail: 'tax_id_invalid' }],
  });
  await fill('Tax id', '12');
  await save();
  await screen.findByText('Stripe does not accept this tax id. Check its type and spelling.');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Tax id/));
});

test('a concurrent change is shown by field, and mine is sent again on top of it', async () => {
  const { service, fill, save } = await open();
  await fill('Purchase order number', '99');
  service.stored = { ...details, name: 'Acme Holding', poNumber: '12' };
  service.version = 2;
  await save();
  const panel = await screen.findByText('Somebody changed this while you were editing');
  const rows = within(panel.parentElement ?? document.body).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Name or companynot changedAcme Holding', 'Purchase order number9912']),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with yours' }));
  await waitFor(() => expect(service.stored).toMatchObject({ name: 'Acme Holding', poNumber: '99' }));
});

test('a refusal for the role is shown, and nothing can be changed', async () => {
  const client = clientOf({
    'get-billing-details': () => {
      throw refusal(403, 'role_required');
    },
  });
  await renderPart(<DetailsPanel />, { client });
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: /details/ })).toBeNull();
});
