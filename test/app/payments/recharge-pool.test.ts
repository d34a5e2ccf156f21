import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeAccount } from '#app/billing/change-account.ts';
import { rechargePool } from '#app/payments/recharge-pool.ts';
import { grantRecharge } from '#app/payments/grant-recharge.ts';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { Transient } from '@scangate/domain/problem';
import { poolOf } from '#test/support/billing/accounts.ts';
import { newCommit } from '#test/support/api/request-scan.ts';
import { isRetryable, faultKinds, type FaultKind } from '#test/support/store/fault-injection.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { reportCount } from '#test/models/run-counter.ts';
import {
  faultyPorts,
  openPaymentWorld,
  setRecharge,
  subscribe,
  type PaymentWorld,
} from '#test/support/payments/payment-world.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { newRepository, testIds } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const start = '2026-03-10T12:00:00.000Z';
let world: PaymentWorld;
const begin = async (): Promise<PaymentWorld> => {
  world = await openPaymentWorld(start);
  await subscribe(world, { plan: 'Starter', interval: 'month' });
  return world;
};

/** Sets the core balance by an adjustment. */
const balance = async (credits: number): Promise<void> => {
  const at = world.now().toISOString();
  const amount = credits - poolOf(world.store, world.accountId).available;
  const adjustment = { adjustmentId: testIds.uuid(), pool: 'core' as const, amount, motif: 'test' };
  if (amount !== 0)
    await changeAccount(
      world.accountId,
      { rule: (state) => adjustPool(state, adjustment, at), now: at },
      world.store,
    );
};
const available = () => poolOf(world.store, world.accountId).available;
/** Runs the recharge as the workflow does, and again after a transient error. */
const recharge = async (
  ports: Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'> = world,
): Promise<string | undefined> => {
  for (let tries = 0; ; tries++) {
    try {
      return await rechargePool({ accountId: world.accountId, pool: 'core' }, ports, world.now());
    } catch (error) {
      if (!isRetryable(error) || tries === 12) throw error;
    }
  }
};
const card = (kind: 'ok' | 'declined' | 'authentication_required') =>
  world.stripe.control.setCard({ organizationId: world.accountId }, kind);

interface AtStripe {
  status: string;
  amount_paid: number;
  metadata: Record<string, string>;
}
/** Returns the invoices of recharges, as Stripe has them. */
const charges = (): AtStripe[] =>
  ((world.stripe.control.state()['invoice'] ?? []) as AtStripe[]).filter(
    ({ metadata }) => metadata['attempt'],
  );
const paid = () => charges().filter(({ status }) => status === 'paid');
const granted = () => world.store.all('ledgerEntry').filter(({ cause }) => cause.startsWith('recharge#'));
const mails = (kind: string) => world.store.all('mail').filter((mail) => mail.kind === kind);
const audited = (action: string) => world.store.all('auditEvent').filter((event) => event.action === action);

/** Holds whatever happened: each paid invoice is granted once, nothing else is granted, and mails agree with that. */
const expectBooks = (): void => {
  expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  expect(granted()).toHaveLength(paid().length);
  expect(mails('recharge_succeeded')).toHaveLength(paid().length);
  expect(charges().filter(({ status }) => status !== 'paid' && status !== 'void')).toEqual([]);
};

describe('a pool at or below its threshold', () => {
  beforeEach(async () => {
    await begin();
    await setRecharge(world, 'core', { threshold: 20 });
  });

  test('is charged once when ten scans take 21 credits to the threshold of 20 at once: 111 are left', async () => {
    await balance(21);
    const repository = await newRepository(world.store, world.accountId, [['', 'go']]);
    const caller = { organizationId: world.accountId, billingAccountId: world.accountId, personId: 'ada' };
    const now = world.now();
    const scans = Array.from({ length: 10 }, () =>
      newScan(world.store, {
        caller: { ...caller, role: 'member', plan: 'Starter' } as never,
        repository,
        request: { commitHash: newCommit() },
        now,
      }),
    );
    await Promise.all(scans);
    expect(available()).toBe(11);
    await Promise.all(Array.from({ length: 10 }, () => recharge()));
    expect(available()).toBe(21 - 10 + 100);
    expect(paid()).toHaveLength(1);
    expectBooks();
  });

  test('is not charged one credit above it', async () => {
    await balance(21);
    expect(await recharge()).toBeUndefined();
    expect(charges()).toEqual([]);
  });

  test('is charged without a subscription invoice, a hold or a change of the plan', async () => {
    await balance(3);
    await recharge();
    expect(world.store.all('account')[0]).toMatchObject({ plan: 'Starter', unpaidInvoices: [] });
    expect(audited('auto_recharge.charged')).toHaveLength(1);
    expect(mails('receipt')).toHaveLength(1);
  });

  test('is charged within its cap when three runs are concurrent: a slot is claimed before the charge', async () => {
    await balance(5);
    await setRecharge(world, 'core', { threshold: 20, monthlyCap: 1 });
    await Promise.all([recharge(), recharge(), recharge()]);
    expect(paid()).toHaveLength(1);
    await balance(0);
    await recharge();
    expect(charges()).toHaveLength(1);
  });

  test('is charged in full despite a 100 % coupon of the customer', async () => {
    const coupon = await world.client.coupons.create({ percent_off: 100, duration: 'forever' });
    world.stripe.control.setDiscount({ organizationId: world.accountId }, coupon.id);
    await balance(1);
    await recharge();
    expect(paid().map(({ amount_paid: amount }) => amount > 0)).toEqual([true]);
    expectBooks();
  });

  test('is charged three times per credit period, counted from its anchor and not by calendar month', async () => {
    const drain = async () => {
      await balance(0);
      await recharge();
    };
    for (const at of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-04-01', '2026-04-09'])
      await world.to(`${at}T00:00:00.000Z`).then(drain);
    expect(paid()).toHaveLength(3);
    await world.to('2026-04-10T14:00:00.000Z');
    await settle();
    await drain();
    expect(paid()).toHaveLength(4);
    expectBooks();
  });
});

/** Applies the renewal of the plan as its event does. */
const settle = async (): Promise<void> => {
  const { applySubscription: settleWithTill } = await import('#app/payments/apply-subscription.ts');
  const { subscriptionId = '' } = world.store.all('paymentAccount')[0] ?? {};
  await settleWithTill(subscriptionId, world, world.now());
};

describe('a card that declines', () => {
  beforeEach(async () => {
    await begin();
    await setRecharge(world, 'core', { threshold: 20 });
    await balance(10);
    card('declined');
  });

  /** Attempts and waits as the workflow does. @returns the times of the attempts. */
  const runToItsEnd = async (): Promise<string[]> => {
    const asked: string[] = [];
    for (let again: string | undefined = world.now().toISOString(); again !== undefined;) {
      await world.to(again);
      asked.push(again.slice(11, 16));
      again = await recharge();
    }
    return asked;
  };

  test('at 12:00 is tried again at 12:15, 13:15 and 19:15, with four audit events, one mail and no hold', async () => {
    expect(await runToItsEnd()).toEqual(['12:00', '12:15', '13:15', '19:15']);
    expect(audited('auto_recharge.failed')).toHaveLength(4);
    expect(mails('recharge_failed')).toHaveLength(1);
    expect(world.store.all('account')[0]).toMatchObject({ unpaidInvoices: [] });
    expect(world.store.all('recharge')[0]).toMatchObject({ packs: 0, failures: 4 });
    expect(await recharge()).toBeUndefined();
    expect(charges()).toHaveLength(4);
    expectBooks();
  });

  test('pays once it works again, because each attempt has its own key', async () => {
    const again = await recharge();
    card('ok');
    await world.to(again ?? '');
    await recharge();
    expect(paid()).toHaveLength(1);
    expect(world.store.all('recharge')[0]).toMatchObject({ failures: 0, packs: 1 });
    expectBooks();
  });

  test('is not tried again before its time', async () => {
    const again = await recharge();
    expect(await recharge()).toBe(again);
    expect(charges()).toHaveLength(1);
  });

  test('is replaced by another card, which is tried at once without another mail in the same streak', async () => {
    await runToItsEnd();
    card('declined');
    await recharge();
    expect(charges()).toHaveLength(5);
    expect(mails('recharge_failed')).toHaveLength(1);
    card('ok');
    await recharge();
    expect(paid()).toHaveLength(1);
  });

  test('never sets the payment hold, after any number of failures', async () => {
    await runToItsEnd();
    expect(mails('payment_failed')).toEqual([]);
    expect(world.store.all('account')[0]?.unpaidInvoices).toEqual([]);
  });

  test('starts a new streak when settings change during a charge, with at most one more mail', async () => {
    const { paymentProvider } = world;
    const changing = {
      ...paymentProvider,
      payInvoice: async (...call: Parameters<typeof paymentProvider.payInvoice>) => {
        const charged = await paymentProvider.payInvoice(...call);
        await setRecharge(world, 'core', { threshold: 30 });
        return charged;
      },
    };
    expect(
      await rechargePool(
        { accountId: world.accountId, pool: 'core' },
        { ...world, paymentProvider: changing },
        world.now(),
      ),
    ).toBeUndefined();
    expect(world.store.all('recharge')[0]).toMatchObject({ failures: 0, packs: 0 });
    expect(await runToItsEnd()).toHaveLength(4);
    expect(mails('recharge_failed')).toHaveLength(2);
    expectBooks();
  });

  test('releases a slot only within the period of its claim', async () => {
    const { paymentProvider } = world;
    const turning = {
      ...paymentProvider,
      payInvoice: async (...call: Parameters<typeof paymentProvider.payInvoice>) => {
        const charged = await paymentProvider.payInvoice(...call);
        await world.to('2026-04-10T14:00:00.000Z');
        card('ok');
        const open = (await world.client.invoices.list({ status: 'open' })).data;
        for (const { id = '' } of open.filter(({ parent }) => parent)) await world.client.invoices.pay(id);
        await settle();
        return charged;
      },
    };
    await recharge({ ...world, paymentProvider: turning });
    await balance(0);
    await recharge();
    expect(world.store.all('recharge')[0]).toMatchObject({ packs: 1 });
    expectBooks();
  });
});

describe('a lost answer', () => {
  beforeEach(async () => {
    await begin();
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
      expectBooks();
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
    expectBooks();
  });

  test('of invoice.paid before or after the workflow grants once', async () => {
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
    expectBooks();
  });
});

const crashes = reportCount('crash points of recharges');

describe.each(['ok', 'declined'] as const)('with a card that is %s, with faults', (kind) => {
  const run = async (faults: ReadonlyMap<number, FaultKind>): Promise<number> => {
    await begin();
    await setRecharge(world, 'core', { threshold: 20 });
    await balance(10);
    card(kind);
    const { ports, count } = faultyPorts(world, faults);
    await recharge(ports);
    const calls = count();
    // The sweep runs until no attempt is open, even if nobody else does.
    for (let tries = 0; tries < 3; tries++) await recharge();
    expect({ faults: [...faults], charged: paid().length }).toEqual({
      faults: [...faults],
      charged: kind === 'ok' ? 1 : 0,
    });
    expect(mails('recharge_failed')).toHaveLength(kind === 'ok' ? 0 : 1);
    expectBooks();
    crashes.add();
    return calls;
  };

  test('one call', { timeout: 120_000 }, async () => {
    const calls = await run(new Map());
    expect(calls).toBeGreaterThan(8);
    for (let call = 1; call <= calls + 2; call++)
      for (const fault of faultKinds) await run(new Map([[call, fault]]));
  });

  test('two calls', { timeout: 120_000 }, async () => {
    const calls = await run(new Map());
    expect(calls).toBeGreaterThan(8);
    for (let first = 1; first <= calls; first++) {
      const second = first + 1 + ((first * 7) % 5);
      for (const fault of faultKinds)
        await run(
          new Map([
            [first, fault],
            [second, faultKinds[(first + second) % faultKinds.length] ?? 'before'],
          ]),
        );
    }
  });
});
