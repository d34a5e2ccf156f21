import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import type { Role } from '@scangate/domain/identity/roles';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import {
  openBuyerWorld,
  openSubscriber,
  failingPayments,
  type BuyerWorld,
} from '#test/support/payments/buyer-world.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { subscribe } from '#test/support/payments/payment-world.ts';
import { newOrganization, noon } from '#test/support/world.ts';

let buyer: BuyerWorld;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  resetWorld();
  buyer = await openBuyerWorld();
});
afterEach(() => void vi.restoreAllMocks());

const starter = { plan: 'Starter', interval: 'month' };
const team = { plan: 'Team', interval: 'year', licenses: 6 };
const open = (body: object, more: CallOptions = {}) =>
  call('open-checkout', { caller: buyer.owner, body, ...more });
const buy = (pack: string, more: CallOptions = {}) =>
  call('buy-pack', { caller: buyer.owner, body: { pack }, ...more });
const sessions = () => buyer.stripe.control.state()['checkout.session'] as { id: string; status: string }[];
const tillRow = () =>
  world.store.all('paymentAccount').find(({ accountId }) => accountId === buyer.accountId);
const audited = (action: string) => world.store.all('auditEvent').filter((event) => event.action === action);
const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });

describe('POST /billing/checkout', () => {
  test('201: a page where the plan is paid; nothing is in force before it is', async () => {
    const { status, body } = await open(team);
    expect([status, body]).toEqual([
      201,
      { sessionId: sessions()[0]?.id, url: expect.stringContaining('http') },
    ]);
    expect(tillRow()?.checkout).toMatchObject({ sessionId: body['sessionId'], order: team });
    expect(world.store.all('account').find(({ plan }) => plan !== 'Free')).toBeUndefined();
    expect(audited('checkout.opened')).toMatchObject([
      { after: team, actor: { kind: 'person', personId: buyer.owner.personId } },
    ]);
  });

  test('of two that are open the one before is closed', async () => {
    const first = (await open(starter)).body['sessionId'];
    const second = (await open(team)).body['sessionId'];
    expect(
      sessions()
        .map(({ id, status }) => [id, status])
        .toSorted(),
    ).toEqual(
      [
        [first, 'expired'],
        [second, 'open'],
      ].toSorted(),
    );
  });

  test('two that are opened at once leave one open', async () => {
    const answers = await Promise.all([open(starter), open(team), open(starter)]);
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(sessions().filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  });

  test('repeated with its Idempotency-Key it is the same page; with another body it is refused', async () => {
    const first = await open(starter, key('k'));
    const again = await open(starter, key('k'));
    expect(again.body).toEqual(first.body);
    expect(sessions()).toHaveLength(1);
    expect(audited('checkout.opened')).toHaveLength(1);
    expect((await open(team, key('k'))).body['code']).toBe('idempotency_key_reused');
  });

  test('an answer that was lost is found again under the same key: one page, and it is open', async () => {
    const { paymentProvider } = buyer;
    world.paymentProvider = {
      ...paymentProvider,
      openPlanCheckout: async (...order) => {
        await paymentProvider.openPlanCheckout(...order);
        throw new Transient('the answer is lost');
      },
    };
    expect((await open(starter, key('k'))).status).toBe(503);
    world.paymentProvider = paymentProvider;
    const { status, body } = await open(starter, key('k'));
    expect(status).toBe(201);
    expect(sessions()).toMatchObject([{ id: body['sessionId'], status: 'open' }]);
  });

  test('409 beside a paid plan, at the till or by agreement: the plan is changed instead', async () => {
    await subscribe(buyer, { plan: 'Starter', interval: 'month' });
    expect((await open(team)).body).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: expect.stringMatching(/change the plan/),
    });
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await open(team, { caller: agreed.as('owner') })).status).toBe(409);
    expect(sessions()).toHaveLength(1);
  });

  test.each([
    [{ plan: 'Team', interval: 'month' }, '/licenses'],
    [{ plan: 'Team', interval: 'month', licenses: 4 }, '/licenses'],
    [{ plan: 'Starter', interval: 'month', licenses: 5 }, '/licenses'],
    [{ plan: 'Regulated', interval: 'month' }, '/plan'],
    [{ plan: 'Starter', interval: 'week' }, '/interval'],
  ])('422 %j, and nothing is written', async (body, pointer) => {
    const before = allRecords(world.store);
    const answer = await open(body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('503 while the till does not answer; afterwards it works, and one page is open', async () => {
    const { paymentProvider } = buyer;
    world.paymentProvider = failingPayments(paymentProvider, () => new Transient('no answer'));
    const { status, headers } = await open(starter);
    expect([status, headers['Retry-After']]).toEqual([503, '5']);
    world.paymentProvider = paymentProvider;
    expect((await open(starter)).status).toBe(201);
    expect(sessions().filter(({ status: is }) => is === 'open')).toHaveLength(1);
  });

  test('409 where payments are not configured', async () => {
    world.paymentProvider = undefined;
    expect((await open(starter)).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('what the till refuses is 409 in our words, and does not stand in the way of the next', async () => {
    const { paymentProvider } = buyer;
    const { PaymentProviderRefused } = await import('#ports/payment-provider.ts');
    world.paymentProvider = {
      ...paymentProvider,
      openPlanCheckout: () => Promise.reject(new PaymentProviderRefused('x', 'secret of the till')),
    };
    const { status, text } = await open(starter);
    expect(status).toBe(409);
    expect(text).not.toContain('secret');
    expect(tillRow()?.checkout).toBeUndefined();
    world.paymentProvider = paymentProvider;
    expect((await open(starter)).status).toBe(201);
  });
});

test('a key of ours that the till refuses is our failure: 500, without a word of it', async () => {
  const { PaymentProviderRefused } = await import('#ports/payment-provider.ts');
  world.paymentProvider = failingPayments(
    buyer.paymentProvider,
    () => new PaymentProviderRefused('key_refused', 'the key'),
  );
  const { status, text } = await open(starter);
  expect([status, text.includes('key')]).toEqual([500, false]);
});

describe('POST /billing/packs', () => {
  const onStarter = async () => {
    buyer = await openSubscriber({ plan: 'Starter', interval: 'month' });
  };

  test('201: a page where the pack is paid; any number may be open', async () => {
    await onStarter();
    const first = await buy('core-100');
    const second = await buy('sast-25');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(tillRow()?.packCheckouts).toEqual([first.body['sessionId'], second.body['sessionId']]);
    expect(audited('pack_checkout.opened')).toMatchObject([
      { after: { pack: 'core-100' } },
      { after: { pack: 'sast-25' } },
    ]);
    expect(world.store.all('ledgerEntry').filter(({ cause }) => cause.startsWith('pack#'))).toEqual([]);
  });

  test('repeated with its Idempotency-Key it is the same page', async () => {
    await onStarter();
    const first = await buy('core-500', key('p'));
    expect((await buy('core-500', key('p'))).body).toEqual(first.body);
    expect(tillRow()?.packCheckouts).toHaveLength(1);
  });

  test('402 entitlement_denied on plans without pay-as-you-go', async () => {
    expect((await buy('core-100')).body).toMatchObject({
      code: 'entitlement_denied',
      capability: 'pay_as_you_go',
    });
    const regulated = await newOrganization(world.store, { plan: 'Regulated', credits: { core: 10 } });
    expect((await buy('core-100', { caller: regulated.as('owner') })).body).toMatchObject({
      status: 402,
      capability: 'pay_as_you_go',
    });
    expect(sessions()).toEqual([]);
  });

  test('a plan by agreement may buy packs, too', async () => {
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await buy('core-100', { caller: agreed.as('billing') })).status).toBe(201);
  });

  test('422 for a pack that is none', async () => {
    expect((await buy('core-1000')).body).toMatchObject({ status: 422, code: 'validation_failed' });
  });
});

describe('POST /billing/portal', () => {
  const portal = (more: CallOptions = {}) => call('open-portal', { caller: buyer.owner, ...more });

  test('201: a page, for a customer that is made once', async () => {
    expect((await portal()).body).toEqual({ url: expect.stringContaining('http') });
    await portal();
    expect(buyer.stripe.control.state()['customer']).toHaveLength(1);
    expect(tillRow()?.customerId).toMatch(/^cus_/);
  });

  test('repeated with its Idempotency-Key it is the same page', async () => {
    const first = await portal(key('x'));
    expect((await portal(key('x'))).body).toEqual(first.body);
  });

  test('503 while the till does not answer', async () => {
    world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Transient('no answer'));
    expect((await portal()).status).toBe(503);
  });
});

describe('POST /billing/coupons', () => {
  const redeem = (code: string, more: CallOptions = {}) =>
    call('redeem-coupon', { caller: buyer.owner, body: { code }, ...more });
  const offer = async (code: string, duration: 'once' | 'forever' = 'forever') => {
    const { id: coupon } = await buyer.client.coupons.create({ percent_off: 50, duration });
    await buyer.client.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
  };
  const subscriptions = () => buyer.stripe.control.state()['subscription'] as { discounts: unknown[] }[];
  const paid = () =>
    world.store
      .all('invoice')
      .filter(({ accountId }) => accountId === buyer.accountId)
      .map(({ amountPaid }) => amountPaid);

  test('200 on Free: it is for the next checkout, and there once', async () => {
    await offer('HALF', 'once');
    expect((await redeem('HALF')).body).toEqual({ appliesTo: 'next_checkout' });
    expect(tillRow()?.promotionId).toMatch(/^promo_/);
    expect(audited('coupon.applied')).toMatchObject([
      { after: { code: 'HALF', appliesTo: 'next_checkout' } },
    ]);
    await subscribe(buyer, { plan: 'Starter', interval: 'month' });
    expect(tillRow()?.promotionId).toBeUndefined();
    await buyer.to('2026-04-10T13:30:00.000Z');
    const { applySubscription: settleWithTill } = await import('#app/payments/apply-subscription.ts');
    await settleWithTill(tillRow()?.subscriptionId ?? '', buyer, buyer.now());
    const [first = 0, second = 0] = paid();
    expect([first * 2, paid()]).toEqual([second, [first, second]]);
  });

  test('200 with a subscription: it is on it', async () => {
    buyer = await openSubscriber({ plan: 'Starter', interval: 'month' });
    await offer('HALF');
    expect((await redeem('HALF')).body).toEqual({ appliesTo: 'subscription' });
    expect(subscriptions()[0]?.discounts).toHaveLength(1);
    expect(tillRow()?.promotionId).toBeUndefined();
  });

  test('the till does not answer when it is put on: it is kept, and put on later', async () => {
    buyer = await openSubscriber({ plan: 'Starter', interval: 'month' });
    await offer('HALF');
    world.paymentProvider = failingPayments(buyer.paymentProvider, (name) =>
      name === 'applyPromotion' ? new Transient('no answer') : undefined,
    );
    expect((await redeem('HALF')).status).toBe(200);
    expect(tillRow()).toMatchObject({
      promotionId: expect.stringMatching(/^promo_/),
      dueAt: noon.toISOString(),
    });
    const { reconcilePayments: visitTill } = await import('#app/payments/reconcile-payments.ts');
    await visitTill(buyer.accountId, buyer, noon);
    expect(subscriptions()[0]?.discounts).toHaveLength(1);
  });

  test('422 for a code that is none, or not any more', async () => {
    expect((await redeem('NOTHING')).body).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/code' }],
    });
    await offer('OVER');
    const { data } = await buyer.client.promotionCodes.list({ code: 'OVER' });
    await buyer.client.promotionCodes.update(data[0]?.id ?? '', { active: false });
    expect((await redeem('OVER')).status).toBe(422);
    expect(tillRow()?.promotionId).toBeUndefined();
  });

  test('409 by agreement: there is nothing to discount', async () => {
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await redeem('HALF', { caller: agreed.as('owner') })).status).toBe(409);
  });
});

describe('who may', () => {
  test.each(['open-checkout', 'open-portal', 'buy-pack', 'redeem-coupon'])(
    '%s: owner and billing',
    async (name) => {
      for (const role of ['admin', 'member'] as Role[]) {
        const { body } = await call(name, {
          caller: buyer.as(role),
          body:
            name === 'open-checkout' ? starter : name === 'buy-pack' ? { pack: 'core-100' } : { code: 'X' },
        });
        expect(body).toMatchObject({ code: 'role_required', roles: ['owner', 'billing'] });
      }
    },
  );

  test('the billing role opens a checkout', async () => {
    expect((await open(starter, { caller: buyer.as('billing') })).status).toBe(201);
  });
});
