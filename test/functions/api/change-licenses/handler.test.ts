import { describe, expect, test, vi } from 'vitest';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { Transient } from '@scangate/domain/problem';
import { world } from '#test/support/api/call-endpoint.ts';
import { openBuyerWorld } from '#test/support/payments/buyer-world.ts';
import { newOrganization, noon } from '#test/support/world.ts';
import {
  useSubscriberCalls,
  renewal,
  onTeam,
  onStarter,
  licenses,
  choose,
  status,
  account,
  storedPaymentAccount,
  subscription,
  invoices,
  pool,
  card,
  key,
  noAnswer,
  buyer,
  useBuyer,
} from '#test/support/payments/subscriber-calls.ts';

useSubscriberCalls();

describe('POST /billing/licenses', () => {
  test('more are charged at once and then count with their credits', async () => {
    await onTeam();
    const { status: answered, body } = await licenses(9);
    expect([answered, body['licenses'], body['pending']]).toEqual([200, 9, []]);
    expect([pool('core'), (await subscription()).quantity]).toEqual([900, 9]);
    expect(storedPaymentAccount()?.licensesOrder).toBeUndefined();
    expect(invoices().filter(({ status: is }) => is === 'paid')).toHaveLength(2);
  });

  test('402 for a declined card: nothing changes and nothing is retried', async () => {
    await onTeam();
    card('declined');
    const { body } = await licenses(9);
    expect(body).toMatchObject({ status: 402, code: 'card_declined', retryable: false });
    expect([account().licenses, pool('core'), (await subscription()).quantity]).toEqual([6, 600, 6]);
    expect((await status())['ordered']).toEqual([]);
    card('ok');
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect([account().licenses, (await subscription()).quantity]).toEqual([6, 6]);
  });

  test('repeated with its Idempotency-Key charges once', async () => {
    await onTeam();
    const first = await licenses(8, key('k'));
    const again = await licenses(8, key('k'));
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(invoices()).toHaveLength(2);
    expect((await licenses(9, key('k'))).body['code']).toBe('idempotency_key_reused');
  });

  test('503 while Stripe does not respond: the order is shown, kept for a day and fulfilled once', async () => {
    await onTeam();
    noAnswer('raiseQuantity');
    expect((await licenses(8)).status).toBe(503);
    expect((await status())['ordered']).toEqual([
      { order: 'licenses', to: 8, orderedAt: noon.toISOString() },
    ]);
    world.paymentProvider = buyer.paymentProvider;
    expect((await licenses(8)).body['licenses']).toBe(8);
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect([invoices().length, pool('core')]).toEqual([2, 800]);
  });

  test('a lost answer leads to no second charge', async () => {
    await onTeam();
    const { paymentProvider } = buyer;
    world.paymentProvider = {
      ...paymentProvider,
      raiseQuantity: async (...order) => {
        await paymentProvider.raiseQuantity(...order);
        throw new Transient('the answer is lost');
      },
    };
    expect((await licenses(8)).status).toBe(503);
    world.paymentProvider = paymentProvider;
    expect((await licenses(8)).body['licenses']).toBe(8);
    expect([invoices().length, pool('core')]).toEqual([2, 800]);
  });

  test('an order that could not be fulfilled for a day is dropped', async () => {
    await onTeam();
    noAnswer('raiseQuantity');
    await licenses(8);
    await buyer.to('2026-03-11T12:00:00.000Z');
    await reconcilePayments(buyer.accountId, buyer, buyer.now());
    expect([account().licenses, (await subscription()).quantity]).toEqual([6, 6]);
    vi.setSystemTime(buyer.now());
    expect((await status())['ordered']).toEqual([]);
  });

  test('fewer count from the renewal on; the current number drops that change', async () => {
    await onTeam(8);
    expect((await licenses(5)).body).toMatchObject({
      licenses: 8,
      pending: [{ change: 'licenses', to: 5, effectiveAt: renewal }],
    });
    expect((await subscription()).schedule?.next).toMatchObject({ quantity: 5 });
    expect((await licenses(8)).body).toMatchObject({ licenses: 8, pending: [] });
    expect((await subscription()).schedule?.next).toBeUndefined();
    expect(pool('core')).toBe(800);
  });

  test('the current number does not affect a pending change of the plan', async () => {
    await onTeam();
    await choose({ plan: 'Starter', interval: 'month' });
    expect((await licenses(6)).body['pending']).toMatchObject([{ change: 'plan', to: 'Starter' }]);
  });

  test('from 10 to 6 pending and then to 12 gives twelve at once and nothing pending', async () => {
    await onTeam(10);
    await licenses(6);
    expect((await licenses(12)).body).toMatchObject({ licenses: 12, pending: [] });
    expect(await subscription()).toMatchObject({ quantity: 12 });
    expect((await subscription()).schedule?.next).toBeUndefined();
  });

  test('422 below five; 409 on other plans, on Free, and for more by agreement', async () => {
    await onTeam();
    expect((await licenses(4)).body.errors?.[0]?.pointer).toBe('/licenses');
    await onStarter();
    expect((await licenses(12)).status).toBe(409);
    useBuyer(await openBuyerWorld());
    expect((await licenses(5)).status).toBe(409);
    const agreed = await newOrganization(world.store, { plan: 'Team', licenses: 6 });
    expect((await licenses(7, { caller: agreed.as('owner') })).status).toBe(409);
    expect((await licenses(5, { caller: agreed.as('owner') })).body['pending']).toHaveLength(1);
  });
});
