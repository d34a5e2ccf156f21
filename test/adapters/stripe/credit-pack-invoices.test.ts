import { describe, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import * as fixture from './fixtures.ts';
import {
  acme,
  declinedCard,
  draftInvoice,
  everySuccess,
  inSequence,
  onlyRequest,
  openInvoice,
  paidInvoice,
  postsOf,
  scriptedProvider,
} from './scripted-provider.ts';
import { errorAnswer, listOf } from './scripted-stripe.ts';

describe('a recharge', () => {
  test('is an invoice with only the pack, which Stripe does not collect automatically', async () => {
    const order = { ...acme, pack: 'core-500', attempt: 'a1' } as const;
    const [invoice, item] = await postsOf({}, (provider) => provider.draftPackInvoice('k', order));
    expect(invoice?.given).toEqual({
      customer: 'cus_1',
      currency: 'eur',
      auto_advance: 'false',
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'exclude',
      discounts: '',
      'metadata[accountId]': 'acme',
      'metadata[kind]': 'recharge',
      'metadata[pack]': 'core-500',
      'metadata[attempt]': 'a1',
    });
    expect(item?.given).toEqual({
      customer: 'cus_1',
      invoice: 'in_1',
      'pricing[price]': 'price_of_pack_core-500',
      quantity: '1',
      discountable: 'false',
    });
  });

  test('is finalized once, without being collected', async () => {
    const finalize = (provider: PaymentProvider) => provider.finalizeInvoice('k', 'in_1');
    expect(onlyRequest(await postsOf({}, finalize))).toEqual({ auto_advance: 'false' });
    const refused = { 'POST /v1/invoices/in_1/finalize': errorAnswer(400, {}) };
    expect(
      await scriptedProvider({ ...everySuccess, ...refused }).provider.finalizeInvoice('k', 'in_1'),
    ).toMatchObject({
      status: 'open',
    });
    const stillDraft = { ...refused, 'GET /v1/invoices/in_1': draftInvoice };
    await expect(postsOf(stillDraft, finalize)).rejects.toBeInstanceOf(PaymentProviderRefused);
  });
});

describe('paying', () => {
  const pay = (answer: object, after: object) =>
    scriptedProvider({
      'POST /v1/invoices/in_1/pay': answer,
      'GET /v1/invoices/in_1': after,
    }).provider.payInvoice('k', 'in_1');
  const waiting = (status: string) => ({
    ...openInvoice,
    payments: listOf(fixture.paymentOf(fixture.intent({ status }))),
  });

  test('does not need the customer to be present', async () => {
    expect(onlyRequest(await postsOf({}, (provider) => provider.payInvoice('k', 'in_1')))).toEqual({
      off_session: 'true',
    });
  });

  test('succeeds when the invoice is paid, whatever this attempt answered', async () => {
    expect(await pay(paidInvoice, paidInvoice)).toEqual({ outcome: 'paid' });
    expect(await pay(errorAnswer(400, {}), paidInvoice)).toEqual({ outcome: 'paid' });
    expect(await pay(declinedCard, paidInvoice)).toEqual({ outcome: 'paid' });
    expect(await pay(errorAnswer(500, {}), paidInvoice)).toEqual({ outcome: 'paid' });
    expect(await pay(openInvoice, paidInvoice)).toEqual({ outcome: 'paid' });
  });

  test('is declined by the card, by the bank, and without a card', async () => {
    expect(await pay(declinedCard, openInvoice)).toEqual({ outcome: 'declined', code: 'insufficient_funds' });
    expect(await pay(openInvoice, waiting('requires_action'))).toEqual({
      outcome: 'declined',
      code: 'authentication_required',
    });
    expect(await pay(errorAnswer(400, { code: 'resource_missing' }), openInvoice)).toEqual({
      outcome: 'declined',
      code: 'no_payment_method',
    });
  });

  test('that is in progress is neither paid nor declined', async () => {
    await expect(pay(openInvoice, waiting('processing'))).rejects.toBeInstanceOf(Transient);
    await expect(pay(errorAnswer(500, {}), openInvoice)).rejects.toBeInstanceOf(Transient);
  });

  test('a void invoice is refused', async () => {
    const error = pay(errorAnswer(400, {}), fixture.invoice({ status: 'void' }));
    await expect(error).rejects.toBeInstanceOf(PaymentProviderRefused);
  });
});

describe('voiding', () => {
  const run = (script: object) => {
    const { provider, seen } = scriptedProvider(script as never);
    return provider.voidInvoice('k', 'in_1').then(() => seen.map(({ method }) => method));
  };

  test('a void or deleted invoice does nothing', async () => {
    expect(await run({ 'GET /v1/invoices/in_1': fixture.invoice({ status: 'void' }) })).toEqual(['GET']);
    const gone = errorAnswer(404, { code: 'resource_missing', param: 'invoice' });
    expect(await run({ 'GET /v1/invoices/in_1': gone })).toEqual(['GET']);
  });

  test('deletes a draft of this deployment', async () => {
    const removed = { id: 'in_1', object: 'invoice', deleted: true };
    expect(await run({ 'GET /v1/invoices/in_1': draftInvoice, 'DELETE /v1/invoices/in_1': removed })).toEqual(
      ['GET', 'DELETE'],
    );
  });

  test('a paid invoice is refused', async () => {
    const refused = {
      'GET /v1/invoices/in_1': paidInvoice,
      'POST /v1/invoices/in_1/void': errorAnswer(400, {}),
    };
    await expect(run(refused)).rejects.toBeInstanceOf(PaymentProviderRefused);
  });

  test('succeeds when it is repeated after a lost answer', async () => {
    const again = {
      'GET /v1/invoices/in_1': inSequence(openInvoice, fixture.invoice({ status: 'void' })),
      'POST /v1/invoices/in_1/void': errorAnswer(400, {}),
    };
    expect(await run(again)).toEqual(['GET', 'POST', 'GET']);
  });
});
