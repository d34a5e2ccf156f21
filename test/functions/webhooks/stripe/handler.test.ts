import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPackCheckout, openPlanCheckout } from '#app/payments/purchases/open-checkout.ts';
import { Transient } from '@scangate/domain/problem';
import { signatureOf } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { openBuyerWorld, failingPayments, type BuyerWorld } from '#test/support/payments/buyer-world.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import {
  postWebhook,
  takeSentEvents,
  deliverEvent,
  deliverAllEvents,
  webhookSecret,
} from '#test/support/payments/stripe-webhooks.ts';
import { setRecharge } from '#test/support/payments/payment-world.ts';
import { noon } from '#test/support/world.ts';

const maxCalls = 7;
const renewal = '2026-04-10T13:30:00.000Z';

let buyer: BuyerWorld;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  resetWorld();
  buyer = await openBuyerWorld();
});
afterEach(() => void vi.restoreAllMocks());

const who = () => ({ accountId: buyer.accountId, name: 'Acme', now: buyer.now() });
const account = () => world.store.all('account').find(({ accountId }) => accountId === buyer.accountId);
const pool = (name: 'core' | 'sast' = 'core') =>
  world.store.all('pool').find((one) => one.accountId === buyer.accountId && one.pool === name);
const storedPaymentAccount = () =>
  world.store.all('paymentAccount').find(({ accountId }) => accountId === buyer.accountId);
const audited = (action: string) => world.store.all('auditEvent').filter((event) => event.action === action);
const card = (kind: 'ok' | 'declined') => {
  buyer.stripe.control.setCard({ organizationId: buyer.accountId }, kind);
};
/** Pays a plan at Stripe without delivering the events. */
const pay = async (plan: 'Starter' | 'Team' = 'Team') => {
  const order = { plan, interval: 'month' as const, ...(plan === 'Team' && { licenses: 6 }) };
  const { sessionId } = await openPlanCheckout(who(), { orderId: 'order', order }, buyer);
  buyer.stripe.control.completeCheckout(sessionId);
};
const buyPack = async () => {
  const { sessionId } = await openPackCheckout(who(), { orderId: 'pack-order', pack: 'core-100' }, buyer);
  buyer.stripe.control.completeCheckout(sessionId);
};
const signed = (body: string, secret = webhookSecret, at = noon) => ({
  body,
  headers: { 'Stripe-Signature': signatureOf(secret, at.getTime() / 1000, body) },
});
const messageOf = (type: string, thing: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1, data: { object: thing } });
const harmless = messageOf('product.created', { id: 'prod_1', object: 'product' });

describe('the sender is verified before anything is read or written', () => {
  const expectRefused = async (message: Parameters<typeof postWebhook>[0], status: number) => {
    const asked = vi.spyOn(buyer.paymentProvider, 'subscription');
    const before = allRecords(world.store);
    const answer = await postWebhook(message);
    expect([answer.status, answer.awsCalls]).toEqual([status, 0]);
    expect(asked).not.toHaveBeenCalled();
    expect(allRecords(world.store)).toEqual(before);
    return answer.body;
  };
  const message = messageOf('customer.subscription.updated', { id: 'sub_1', object: 'subscription' });

  test('401 without a signature, with a wrong one, with that of another body, and with an old one', async () => {
    expect(await expectRefused({ body: message }, 401)).toMatchObject({ code: 'unauthenticated' });
    await expectRefused({ body: message, headers: { 'Stripe-Signature': 't=1,v1=00' } }, 401);
    await expectRefused(signed(message, 'whsec_of_others'), 401);
    await expectRefused({ ...signed(message), body: message.replace('sub_1', 'sub_2') }, 401);
    await expectRefused(signed(message, webhookSecret, new Date(noon.getTime() - 600_000)), 401);
    await expectRefused({ body: null }, 401);
  });

  test('413 for a body that is too large, signed or not', async () => {
    const body = await expectRefused(signed('x'.repeat(1_048_577)), 413);
    expect(body).toMatchObject({ code: 'body_too_large', limitBytes: 1_048_576, actualBytes: 1_048_577 });
  });

  test('409 if payments are not configured', async () => {
    const { handler } = await import('#functions/webhooks/stripe/handler.ts');
    world.paymentEvents = undefined;
    const event = { path: '/webhooks/stripe', headers: {}, body: '{}', requestContext: { requestId: 'r' } };
    expect((await handler(event as never)).statusCode).toBe(409);
  });

  test('the signature covers the body as it was sent, even in base64 and beyond ASCII', async () => {
    const body = messageOf('product.created', { id: 'prod_1', object: 'product', name: 'Größe 🙂' });
    expect((await postWebhook(signed(body))).status).toBe(200);
    const base64 = Buffer.from(body).toString('base64');
    expect((await postWebhook({ ...signed(body), body: base64, isBase64Encoded: true })).status).toBe(200);
    expect((await postWebhook({ ...signed(body), body: base64 })).status).toBe(401);
  });

  test('an event from another deployment is accepted and ignored', async () => {
    const before = allRecords(world.store);
    for (const [type, thing] of [
      ['product.created', { id: 'prod_1', object: 'product' }],
      ['customer.subscription.updated', { id: 'sub_of_others', object: 'subscription' }],
      ['invoice.paid', { id: 'in_of_others', object: 'invoice' }],
      ['checkout.session.completed', { id: 'cs_of_others', object: 'checkout.session' }],
      ['customer.updated', { id: 'cus_of_others', object: 'customer' }],
      ['charge.refunded', { id: 'ch_of_others', object: 'charge' }],
    ] as const)
      expect(await postWebhook(signed(messageOf(type, thing)))).toMatchObject({ status: 200, awsCalls: 0 });
    expect(allRecords(world.store)).toEqual(before);
  });
});

describe('an event', () => {
  const expectHandled = async () => {
    const responses = await deliverAllEvents(buyer);
    expect(responses.length).toBeGreaterThan(0);
    for (const { type, status, awsCalls } of responses)
      expect([type, status, awsCalls <= maxCalls ? 'few' : awsCalls]).toEqual([type, 200, 'few']);
    expect(violationsOf(moneyRecords(world.store))).toEqual([]);
    return responses;
  };

  test('of a first payment starts the plan, whichever event arrives', async () => {
    await pay();
    await expectHandled();
    expect(account()).toMatchObject({ plan: 'Team', licenses: 6, renewedBy: 'invoice' });
    expect(pool()?.available).toBe(600);
    expect(storedPaymentAccount()?.checkout).toBeUndefined();
    expect(world.store.all('mail').map(({ kind }) => kind)).toEqual(['subscription_active']);
  });

  test('of a payment is enough alone, and all of them twice and reversed do no more', async () => {
    await pay();
    const sent = await takeSentEvents(buyer);
    const about = sent.filter(({ event }) =>
      /^(?:checkout|invoice\.paid|customer\.subscription)/.test(event.type),
    );
    expect(about.length).toBeGreaterThan(2);
    for (const one of [...sent, ...sent].toReversed())
      expect((await deliverEvent(one, buyer)).status).toBe(200);
    expect(pool()?.available).toBe(600);
    expect(world.store.all('mail')).toHaveLength(1);
  });

  test('of a pack grants its credits once', async () => {
    await pay();
    await expectHandled();
    await buyPack();
    const sent = await takeSentEvents(buyer);
    for (const one of [...sent, ...sent]) {
      const { status, awsCalls } = await deliverEvent(one, buyer);
      expect([status, awsCalls <= maxCalls]).toEqual([200, true]);
    }
    expect(pool()).toMatchObject({ available: 700, purchased: 100 });
    expect(storedPaymentAccount()?.packCheckouts ?? []).toEqual([]);
  });

  test('of a renewal refills and applies pending changes', async () => {
    await pay();
    await expectHandled();
    await call('change-licenses', { caller: buyer.owner, body: { licenses: 5 } });
    await expectHandled();
    await buyer.to(renewal);
    await expectHandled();
    expect(account()).toMatchObject({ licenses: 5, unpaidInvoices: [] });
    expect(pool()).toMatchObject({ available: 500, included: 500 });
  });

  test('of a failed renewal holds billable work until a new card pays it', async () => {
    await pay();
    await expectHandled();
    card('declined');
    await expectHandled();
    await buyer.to(renewal);
    await expectHandled();
    expect(account()?.unpaidInvoices).toHaveLength(1);
    card('ok');
    await expectHandled();
    expect(account()?.unpaidInvoices).toEqual([]);
    expect(pool()?.available).toBe(600);
  });

  test('of a cancellation ends the plan', async () => {
    await pay();
    await expectHandled();
    await call('start-sast-addon', { caller: buyer.owner, body: { size: 'team' } });
    await expectHandled();
    expect(pool('sast')?.available).toBe(300);
    await call('set-auto-renew', { caller: buyer.owner, body: { enabled: false } });
    await expectHandled();
    await buyer.to(renewal);
    await expectHandled();
    await expectHandled().catch(() => undefined);
    expect(account()).toMatchObject({ plan: 'Free' });
    expect(account()?.sastAddon).toBeUndefined();
  });

  test('of a new payment method starts the recharges that waited for one', async () => {
    await pay('Starter');
    await expectHandled();
    await setRecharge(buyer, 'core', { threshold: 900 });
    card('ok');
    const responses = await expectHandled();
    expect(responses.map(({ type }) => type)).toContain('customer.updated');
    expect(world.recharged.length).toBeGreaterThan(0);
    expect(world.recharged[0]).toMatch(/^core evt_/);
  });

  test('of a refund or a dispute is recorded once in the audit log', async () => {
    await pay('Starter');
    await expectHandled();
    const [charge] = buyer.stripe.control.state()['charge'] as { id: string; amount: number }[];
    const { id: chargeId = '', amount = 0 } = charge ?? {};
    await buyer.client.refunds.create({ charge: chargeId, amount: 100 });
    await expectHandled();
    await buyer.client.refunds.create({ charge: chargeId, amount: 200 });
    buyer.stripe.control.dispute(chargeId);
    const sent = await takeSentEvents(buyer);
    for (const one of [...sent, ...sent])
      expect((await deliverEvent(one, buyer)).awsCalls).toBeLessThanOrEqual(maxCalls);
    expect(audited('charge.refunded').map(({ after }) => after)).toEqual([
      { chargeId, amount: 100, currency: 'usd' },
      { chargeId, amount: 200, currency: 'usd' },
    ]);
    expect(audited('charge.disputed').map(({ after }) => after)).toEqual([
      { chargeId, amount, currency: 'usd' },
    ]);
    expect(account()).toMatchObject({ plan: 'Starter' });
    expect(pool()?.available).toBe(800);
  });
});

describe('a failed event is sent again', () => {
  test('503 while Stripe or the store does not answer, 500 for a bug; afterwards it is handled', async () => {
    await pay();
    const sent = await takeSentEvents(buyer);
    const one = sent.find(({ event }) => event.type === 'checkout.session.completed');
    if (!one) throw new Error('no such message');
    world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Transient('no answer'));
    expect((await deliverEvent(one, buyer)).status).toBe(503);
    world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Error('a detail from inside'));
    const { status, body } = await deliverEvent(one, buyer);
    expect([status, body['code'], JSON.stringify(body).includes('inside')]).toEqual([
      500,
      'system_error',
      false,
    ]);
    world.paymentProvider = buyer.paymentProvider;
    const failing = vi.spyOn(world.store, 'commit').mockRejectedValueOnce(new Transient('contended'));
    expect((await deliverEvent(one, buyer)).status).toBe(503);
    failing.mockRestore();
    expect((await deliverEvent(one, buyer)).status).toBe(200);
    expect(account()).toMatchObject({ plan: 'Team' });
  });

  test('500, not 4xx, for a Problem in the handling', async () => {
    await pay();
    const { PaymentProviderRefused } = await import('#ports/payment-provider.ts');
    world.paymentProvider = failingPayments(
      buyer.paymentProvider,
      () => new PaymentProviderRefused('x', 'y'),
    );
    const [one] = await takeSentEvents(buyer);
    const about = messageOf('customer.subscription.updated', { id: 'sub_1', object: 'subscription' });
    expect(one).toBeDefined();
    expect((await postWebhook(signed(about))).status).toBe(500);
  });

  test('a failed update of Stripe does not fail the event: the sweep makes up for it', async () => {
    await pay();
    const { paymentProvider } = buyer;
    await call('change-licenses', { caller: buyer.owner, body: { licenses: 5 } }).catch(() => undefined);
    // The account is updated; only the calls after that fail.
    let settled = false;
    world.paymentProvider = new Proxy(paymentProvider, {
      get: (target, name) => {
        if (name === 'adoptPaymentMethod') settled = true;
        if (name === 'subscription' && settled) return () => Promise.reject(new Transient('no answer'));
        return Reflect.get(target, name) as unknown;
      },
    });
    const one = (await takeSentEvents(buyer)).find(
      ({ event }) => event.type === 'checkout.session.completed',
    );
    if (!one) throw new Error('no such message');
    expect((await deliverEvent(one, buyer)).status).toBe(200);
    expect(account()).toMatchObject({ plan: 'Team' });
    expect(storedPaymentAccount()?.dueAt).toBe(noon.toISOString());
  });

  test('an event without an object of this deployment makes no calls to AWS', async () => {
    expect(await postWebhook(signed(harmless))).toEqual({
      status: 200,
      body: { received: true },
      awsCalls: 0,
    });
  });
});
