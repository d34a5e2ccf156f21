import { describe, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { failingPayments } from '#test/support/payments/buyer-world.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { subscribe } from '#test/support/payments/payment-world.ts';
import { newOrganization } from '#test/support/world.ts';
import type { Role } from '@scangate/domain/identity/roles';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import {
  useCheckoutCalls,
  starter,
  team,
  open,
  sessions,
  storedPaymentAccount,
  audited,
  key,
  buyer,
} from '#test/support/payments/checkout-calls.ts';

useCheckoutCalls();

describe('POST /billing/checkout', () => {
  test('201 with the payment page of the plan, which starts nothing before it is paid', async () => {
    const { status, body } = await open(team);
    expect([status, body]).toEqual([
      201,
      { sessionId: sessions()[0]?.id, url: expect.stringContaining('http') },
    ]);
    expect(storedPaymentAccount()?.checkout).toMatchObject({ sessionId: body['sessionId'], order: team });
    expect(world.store.all('account').find(({ plan }) => plan !== 'Free')).toBeUndefined();
    expect(audited('checkout.opened')).toMatchObject([
      { after: team, actor: { kind: 'person', personId: buyer.owner.personId } },
    ]);
  });

  test('opening a second one closes the first', async () => {
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

  test('two concurrent requests leave one open', async () => {
    const answers = await Promise.all([open(starter), open(team), open(starter)]);
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(sessions().filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  });

  test('repeated with its Idempotency-Key returns the same page; another body is refused', async () => {
    const first = await open(starter, key('k'));
    const again = await open(starter, key('k'));
    expect(again.body).toEqual(first.body);
    expect(sessions()).toHaveLength(1);
    expect(audited('checkout.opened')).toHaveLength(1);
    expect((await open(team, key('k'))).body['code']).toBe('idempotency_key_reused');
  });

  test('a lost answer is found again under the same key, with one open page', async () => {
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

  test('409 beside a paid plan, at Stripe or by agreement', async () => {
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

  test('503 while Stripe does not answer; afterwards one page is open', async () => {
    const { paymentProvider } = buyer;
    world.paymentProvider = failingPayments(paymentProvider, () => new Transient('no answer'));
    const { status, headers } = await open(starter);
    expect([status, headers['Retry-After']]).toEqual([503, '5']);
    world.paymentProvider = paymentProvider;
    expect((await open(starter)).status).toBe(201);
    expect(sessions().filter(({ status: is }) => is === 'open')).toHaveLength(1);
  });

  test('409 if payments are not configured', async () => {
    world.paymentProvider = undefined;
    expect((await open(starter)).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('a refusal of Stripe is 409 in our words and does not block the next one', async () => {
    const { paymentProvider } = buyer;
    world.paymentProvider = {
      ...paymentProvider,
      openPlanCheckout: () => Promise.reject(new PaymentProviderRefused('x', 'secret of Stripe')),
    };
    const { status, text } = await open(starter);
    expect(status).toBe(409);
    expect(text).not.toContain('secret');
    expect(storedPaymentAccount()?.checkout).toBeUndefined();
    world.paymentProvider = paymentProvider;
    expect((await open(starter)).status).toBe(201);
  });
});

test('a refused API key is our failure: 500 without details', async () => {
  world.paymentProvider = failingPayments(
    buyer.paymentProvider,
    () => new PaymentProviderRefused('key_refused', 'the key'),
  );
  const { status, text } = await open(starter);
  expect([status, text.includes('key')]).toEqual([500, false]);
});

describe('permissions', () => {
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
