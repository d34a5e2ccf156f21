import { describe, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { details } from '#test/support/payments/billing-details.ts';
import { failingPayments } from '#test/support/payments/buyer-world.ts';
import {
  useCheckoutCalls,
  audited,
  buyer,
  storedPaymentAccount,
} from '#test/support/payments/checkout-calls.ts';

useCheckoutCalls();

const put = (body: object, more: CallOptions = {}) =>
  call('set-billing-details', { caller: buyer.owner, body, ...more });
const get = () => call('get-billing-details', { caller: buyer.owner });
const taxIds = async () => {
  const { customerId = '' } = storedPaymentAccount() ?? {};
  const { data } = await buyer.client.taxIds.list({ owner: { type: 'customer', customer: customerId } });
  return data.map(({ value }) => value);
};
const customer = () => buyer.stripe.control.state()['customer']?.[0];

describe('PUT /billing/details', () => {
  test('200 sends name, email, address, tax id and PO number to Stripe', async () => {
    expect(await get()).toMatchObject({ status: 204 });
    expect(await put(details)).toMatchObject({ status: 200, body: details });
    expect(await get()).toMatchObject({ status: 200, body: details });
    expect(customer()).toMatchObject({
      name: 'Acme GmbH',
      email: 'billing@example.com',
      address: { line1: 'Main Street 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
      invoice_settings: { custom_fields: [{ name: 'PO number', value: '4711' }] },
    });
    expect(await taxIds()).toEqual(['DE123456789']);
    expect(storedPaymentAccount()?.detailsChange).toBeUndefined();
    expect(audited('billing_details.changed')).toMatchObject([
      { after: { changed: ['name', 'email', 'address', 'taxId', 'poNumber'] } },
    ]);
  });

  test('200 for a name with half of a surrogate pair, which Stripe gets as U+FFFD', async () => {
    const named = { name: 'Acme \ud800', email: 'billing@example.com', poNumber: '\udc00' };
    expect(await put(named)).toMatchObject({ status: 200 });
    expect(customer()).toMatchObject({
      name: 'Acme \ufffd',
      invoice_settings: { custom_fields: [{ name: 'PO number', value: '\ufffd' }] },
    });
  });

  test('200 replaces everything: omitted fields are removed', async () => {
    await put(details);
    await put({ name: 'Acme', email: 'other@example.com', taxId: { type: 'eu_vat', value: 'DE987654321' } });
    expect(await taxIds()).toEqual(['DE987654321']);
    await put({ name: 'Acme', email: 'other@example.com' });
    expect(await taxIds()).toEqual([]);
    expect(customer()).toMatchObject({
      name: 'Acme',
      address: null,
      invoice_settings: { custom_fields: null },
    });
  });

  test('422 for a tax id that Stripe refuses, and the former details stay', async () => {
    await put(details);
    const wrong = await put({ ...details, name: 'Other', taxId: { type: 'eu_vat', value: '12' } });
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/taxId/value' }] },
    });
    expect((await get()).body).toEqual(details);
    expect([customer(), await taxIds()]).toMatchObject([{ name: 'Acme GmbH' }, ['DE123456789']]);
  });

  test('422 for first details that Stripe refuses, and none are stored', async () => {
    expect((await put({ ...details, taxId: { type: 'eu_vat', value: '12' } })).status).toBe(422);
    expect((await get()).status).toBe(204);
  });

  test('412 for an edit of details that were changed concurrently, and the stored ones stay', async () => {
    const first = await put(details);
    const headers = { 'if-match': String(first.headers['ETag']) };
    expect((await get()).headers['ETag']).toBe(first.headers['ETag']);
    expect((await put({ ...details, name: 'Theirs' }, { headers })).status).toBe(200);
    expect(await put({ ...details, name: 'Mine' }, { headers })).toMatchObject({
      status: 412,
      body: { code: 'etag_mismatch' },
    });
    expect((await get()).body).toMatchObject({ name: 'Theirs' });
    expect((await put(details, { headers: { 'if-match': '*' } })).status).toBe(200);
  });

  test('412 for an edit of details that were never set', async () => {
    expect((await put(details, { headers: { 'if-match': '*' } })).status).toBe(412);
    expect((await get()).status).toBe(204);
  });

  test('503 while Stripe does not answer; a repeated request sends them', async () => {
    await put({ name: 'Acme', email: 'a@example.com' });
    world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Transient('no answer'));
    expect((await put(details)).status).toBe(503);
    world.paymentProvider = buyer.paymentProvider;
    expect((await put(details)).status).toBe(200);
    expect(customer()).toMatchObject({ name: 'Acme GmbH' });
  });
});
