import { beforeEach, describe, expect, test } from 'vitest';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { grantRecharge } from '#app/auto-recharge/grant-recharge.ts';
import { Transient } from '@scangate/domain/problem';
import { faultKinds, type FaultKind } from '#test/support/store/fault-injection.ts';
import { reportCount } from '#test/support/runs/run-counter.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { faultyPorts, setRecharge } from '#test/support/payments/payment-world.ts';
import {
  useRechargeCalls,
  world,
  openWithPlan,
  balance,
  available,
  recharge,
  card,
  charges,
  paid,
  mails,
  expectConsistentBooks,
} from '#test/support/payments/recharge-calls.ts';

useRechargeCalls();

describe('a lost answer', () => {
  beforeEach(async () => {
    await openWithPlan();
    await setRecharge(world, 'core', { threshold: 20 });
    await balance(10);
  });

  const lose = (operation: string) =>
    world.stripe.faults.inject({ service: 'stripe', operation, kind: 'timeout_after_success', times: 1 });

  test.each(['invoices.create', 'invoiceItems.create', 'invoices.finalizeInvoice', 'invoices.pay'])(
    'to a successful %s leads to one charge and one grant',
    async (operation) => {
      lose(operation);
      await recharge();
      expect(charges()).toHaveLength(1);
      expect(available()).toBe(110);
      expectConsistentBooks();
    },
  );

  test('for more than a day, when Stripe has forgotten the key, finds the invoice by its attempt', async () => {
    lose('invoiceItems.create');
    await expect(
      rechargePool({ accountId: world.accountId, pool: 'core' }, world, world.now()),
    ).rejects.toBeInstanceOf(Transient);
    await world.to('2026-03-12T00:00:00.000Z');
    await recharge();
    expect(charges()).toHaveLength(1);
    expect(available()).toBe(110);
    expectConsistentBooks();
  });

  test('to invoice.paid before or after the workflow grants once', async () => {
    const { paymentProvider } = world;
    const deliver = async () => {
      const [invoice] = (await world.client.invoices.list()).data.filter(
        ({ metadata }) => metadata?.['attempt'],
      );
      const known = invoice?.id === undefined ? undefined : await paymentProvider.invoice(invoice.id);
      if (known) await grantRecharge(known, world.store, world.now());
    };
    const early = {
      ...paymentProvider,
      payInvoice: async (...call: Parameters<typeof paymentProvider.payInvoice>) => {
        const charged = await paymentProvider.payInvoice(...call);
        await deliver();
        return charged;
      },
    };
    await recharge({ ...world, paymentProvider: early });
    await deliver();
    expect(available()).toBe(110);
    expect(world.store.all('recharge')[0]).not.toHaveProperty('attempt');
    expectConsistentBooks();
  });
});

const crashes = reportCount('crash points of recharges');

describe.each(['ok', 'declined'] as const)('with a card that is %s, with faults', (kind) => {
  const run = async (faults: ReadonlyMap<number, FaultKind>): Promise<number> => {
    await openWithPlan();
    await setRecharge(world, 'core', { threshold: 20 });
    await balance(10);
    card(kind);
    const { ports, count } = faultyPorts(world, faults);
    await recharge(ports);
    const calls = count();
    // The sweep runs until no attempt is open, even if nothing else runs.
    for (let tries = 0; tries < 3; tries++) await recharge();
    expect({ faults: [...faults], charged: paid().length }).toEqual({
      faults: [...faults],
      charged: kind === 'ok' ? 1 : 0,
    });
    expect(mails('recharge_failed')).toHaveLength(kind === 'ok' ? 0 : 1);
    expectConsistentBooks();
    crashes.add();
    return calls;
  };

  test('at one call', { timeout: 120_000 }, async () => {
    const calls = await run(new Map());
    expect(calls).toBeGreaterThan(8);
    for (let call = 1; call <= calls + 2; call++)
      for (const [index, fault] of faultKinds.entries())
        if (isSampled(call + index, 2)) await run(new Map([[call, fault]]));
  });

  test('at two calls', { timeout: 120_000 }, async () => {
    const calls = await run(new Map());
    expect(calls).toBeGreaterThan(8);
    for (let first = 1; first <= calls; first++) {
      const second = first + 1 + ((first * 7) % 5);
      for (const [index, fault] of faultKinds.entries())
        if (isSampled(first + index, 3))
          await run(
            new Map([
              [first, fault],
              [second, faultKinds[(first + second) % faultKinds.length] ?? 'before'],
            ]),
          );
    }
  });
});
