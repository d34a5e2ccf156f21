import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { applyPaymentMethod } from '#app/payments/apply-payment-method.ts';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import type { PaymentPorts } from '#app/payments/payment-ports.ts';
import { reconcileSubscription } from '#app/payments/reconcile-subscription.ts';
import { Problem } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';
import { isRetryable, faultKinds, type FaultKind } from '../support/store/fault-injection.ts';
import { commandsToRun, reportCount } from '../models/run-counter.ts';
import {
  atStripe,
  liveSubscriptions,
  pendingStepViolations,
  paymentViolations,
} from '../support/payments/payment-violations.ts';
import * as ask from '../support/payments/buyer-requests.ts';
import { sweep } from '../support/payments/payment-scenario.ts';
import { comparableView } from '../support/payments/payment-view.ts';
import {
  faultyPorts,
  copyOfWorld,
  openPaymentWorld,
  subscribe,
  type PaymentWorld,
} from '../support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

interface Operation {
  /** Opens the world before the operation. */
  before: () => Promise<PaymentWorld>;
  /** The operation that is interrupted and repeated. */
  act: (world: PaymentWorld, ports: PaymentPorts) => Promise<unknown>;
  /** Live subscriptions and paid invoices in the end. */
  live: { plan: number; addon: number };
  paid: number;
  /** A request that is interrupted before it is stored may have no effect. */
  isRequest?: true;
}

const on = async (plan: 'Starter' | 'Team', more: (world: PaymentWorld) => unknown = () => {}) => {
  const world = await openPaymentWorld();
  await subscribe(world, { plan, interval: 'month', ...(plan === 'Team' && { licenses: 6 }) });
  await world.to('2026-03-20T06:00:00.000Z');
  await more(world);
  await world.stripe.idle();
  return world;
};
const card = (world: PaymentWorld, kind: 'ok' | 'declined') =>
  void world.stripe.control.setCard({ organizationId: world.accountId }, kind);
const rowOf = (world: PaymentWorld) => world.store.all('paymentAccount')[0];
let asked = 0;
// Each call is another request, because it is decided here.
const anew = () => `asked-${(asked += 1)}`;
const settlePlan = (world: PaymentWorld, ports: PaymentPorts) =>
  applySubscription(rowOf(world)?.subscriptionId ?? '', ports, world.now());

const operations: Record<string, Operation> = {
  'opening a checkout': {
    before: () => openPaymentWorld(),
    act: (world, ports) => ask.checkout({ world, ports, id: 'order' }, { plan: 'Starter', interval: 'year' }),
    live: { plan: 0, addon: 0 },
    paid: 0,
    isRequest: true,
  },
  'completing a checkout': {
    before: async () => {
      const world = await openPaymentWorld();
      const order = { plan: 'Team', interval: 'month', licenses: 5 } as const;
      const { sessionId } = await ask.checkout({ world, id: 'order' }, order);
      world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
      return world;
    },
    act: async (world, ports) => {
      const [session] = atStripe(world, 'checkout.session');
      await applyCheckout(session?.id ?? '', ports, world.now());
      await reconcileSubscription({ accountId: world.accountId }, ports, world.now());
    },
    live: { plan: 1, addon: 0 },
    paid: 1,
  },
  'buying a pack': {
    before: () =>
      on('Starter', async (world) => {
        const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
        world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
      }),
    act: async (world, ports) => {
      const session = atStripe(world, 'checkout.session').find(({ metadata }) => metadata?.['pack']);
      await applyCheckout(session?.id ?? '', ports, world.now());
    },
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  'changing the plan': {
    before: () => on('Team'),
    act: (world, ports) =>
      ask.choosePlan({ world, ports, id: anew() }, { plan: 'Starter', interval: 'month' }),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'undoing a change of the plan': {
    before: () =>
      on('Team', (world) =>
        ask.choosePlan({ world, id: 'change' }, { plan: 'Team', interval: 'year', licenses: 6 }),
      ),
    act: (world, ports) => ask.undoChange({ world, ports, id: anew() }),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'buying more licenses': {
    before: () => on('Team'),
    act: (world, ports) => ask.changeLicenses({ world, ports, id: 'seats' }, 9),
    live: { plan: 1, addon: 0 },
    paid: 2,
    isRequest: true,
  },
  'buying more licenses beside a schedule': {
    before: () =>
      on('Team', (world) =>
        ask.choosePlan({ world, id: 'change' }, { plan: 'Team', interval: 'year', licenses: 6 }),
      ),
    act: (world, ports) => ask.changeLicenses({ world, ports, id: 'seats' }, 9),
    live: { plan: 1, addon: 0 },
    paid: 2,
    isRequest: true,
  },
  'buying more licenses with a card that is declined': {
    before: () => on('Team', (world) => card(world, 'declined')),
    act: (world, ports) => ask.changeLicenses({ world, ports, id: 'seats' }, 9),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'starting the add-on': {
    before: () => on('Team'),
    act: (world, ports) => ask.startAddon({ world, ports, id: 'addon' }, 'team'),
    live: { plan: 1, addon: 1 },
    paid: 2,
    isRequest: true,
  },
  'starting the add-on with a card that is declined': {
    before: () => on('Team', (world) => card(world, 'declined')),
    act: (world, ports) => ask.startAddon({ world, ports, id: 'addon' }, 'team'),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'switching auto-renew off': {
    before: () =>
      on('Team', (world) => ask.choosePlan({ world, id: 'change' }, { plan: 'Starter', interval: 'month' })),
    act: (world, ports) => ask.autoRenew({ world, ports, id: anew() }, false),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'a plan that ends with its add-on': {
    before: () =>
      on('Team', async (world) => {
        await ask.startAddon({ world, id: 'addon' }, 'team');
        await ask.autoRenew({ world, id: 'off' }, false);
        await world.to('2026-04-10T14:00:00.000Z');
      }),
    act: async (world, ports) => {
      await settlePlan(world, ports);
      await reconcileSubscription({ accountId: world.accountId }, ports, world.now());
    },
    live: { plan: 0, addon: 0 },
    paid: 2,
  },
  'a renewal that fails': {
    before: () =>
      on('Team', async (world) => {
        card(world, 'declined');
        await world.to('2026-04-10T14:00:00.000Z');
      }),
    act: settlePlan,
    live: { plan: 1, addon: 0 },
    paid: 1,
  },
  'a renewal that recovers': {
    before: () =>
      on('Team', async (world) => {
        card(world, 'declined');
        await world.to('2026-04-10T14:00:00.000Z');
        await settlePlan(world, world);
        const open = atStripe(world, 'invoice').find(({ status }) => status === 'open');
        world.stripe.control.payInvoice(String(open?.id), 'ok');
      }),
    act: settlePlan,
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  'another card in the portal': {
    before: () =>
      on('Team', async (world) => {
        card(world, 'declined');
        await world.to('2026-04-10T14:00:00.000Z');
        await settlePlan(world, world);
        card(world, 'ok');
      }),
    act: (world, ports) => applyPaymentMethod(rowOf(world)?.customerId ?? '', ports, world.now()),
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
};

const isAnswer = (error: unknown): boolean =>
  error instanceof CardDeclined || error instanceof PaymentProviderRefused || error instanceof Problem;

/** Repeats the operation until its outcome is known. */
const repeat = async (world: PaymentWorld, { act }: Operation): Promise<void> => {
  for (let tries = 0; tries < 3; tries++) {
    try {
      return void (await act(world, world));
    } catch (error) {
      if (!isRetryable(error) && isAnswer(error)) return;
      if (!isRetryable(error)) throw error;
    }
  }
};

/** A charge that is declined twice leaves another void invoice and nothing else, so void invoices are left out. */
const endOf = (world: PaymentWorld) => {
  const view = comparableView(world);
  const isOver = (invoice: object) => 'status' in invoice && invoice.status === 'void';
  return { ...view, invoices: view['invoices']?.filter((invoice) => !isOver(invoice)) };
};

/** A customer alone does not count as an effect. */
const withoutCustomer = ({ paymentAccount = [], ...view }: Record<string, object[] | undefined>) => ({
  ...view,
  paymentAccount: paymentAccount.filter((row) => Object.keys(row).length > 2),
});

/** Expects that the next sweep is due where steps are left. */
const expectDue = async (world: PaymentWorld): Promise<void> => {
  const left = await pendingStepViolations(world);
  const { dueAt = 'never' } = rowOf(world) ?? {};
  if (left.length > 0)
    expect({ left, isDue: dueAt <= world.now().toISOString() }).toEqual({ left, isDue: true });
};

const crashes = reportCount('crash points of payments');
const paidInvoices = (world: PaymentWorld): number =>
  atStripe(world, 'invoice').filter(({ status }) => status === 'paid').length;

describe.each(Object.entries(operations))('%s, with faults', (_name, operation) => {
  /** Plays the operation. @returns the number of calls and the world after it. */
  const play = async (base: PaymentWorld, faults: ReadonlyMap<number, FaultKind>, isRepeated: boolean) => {
    const world = await copyOfWorld(base);
    const { ports, count } = faultyPorts(world, faults);
    await operation.act(world, ports).catch((error: unknown) => {
      if (!isRetryable(error) && !isAnswer(error)) throw error;
    });
    const calls = count();
    if (operation.isRequest) await expectDue(world);
    if (isRepeated) await repeat(world, operation);
    await sweep(world);
    crashes.add();
    return { calls, world };
  };

  const check = async (base: PaymentWorld, faults: ReadonlyMap<number, FaultKind>, done: PaymentWorld) => {
    const context = { faults: [...faults] };
    for (const isRepeated of [true, false]) {
      const { world } = await play(base, faults, isRepeated);
      expect({ ...context, faults: await paymentViolations(world) }).toEqual({ ...context, faults: [] });
      const view = endOf(world);
      const mayBeUndone = !isRepeated && operation.isRequest;
      if (mayBeUndone && isDeepStrictEqual(withoutCustomer(view), withoutCustomer(endOf(base)))) continue;
      const end = { paid: paidInvoices(world), plans: liveSubscriptions(world, 'plan').length, view };
      expect({ ...context, isRepeated, ...end }).toEqual({
        ...context,
        isRepeated,
        paid: operation.paid,
        plans: operation.live.plan,
        view: endOf(done),
      });
      expect(liveSubscriptions(world, 'addon')).toHaveLength(operation.live.addon);
    }
  };

  test('in one call', { timeout: 600_000 }, async () => {
    const base = await operation.before();
    const { calls, world: done } = await play(base, new Map(), false);
    expect(await paymentViolations(done)).toEqual([]);
    for (let call = 1; call <= calls; call++)
      for (const fault of faultKinds) await check(base, new Map([[call, fault]]), done);
  });

  test('in two calls', { timeout: 600_000 }, async () => {
    const base = await operation.before();
    const { calls, world: done } = await play(base, new Map(), false);
    const pairs = commandsToRun(100) / 20;
    expect(calls).toBeGreaterThan(0);
    for (let sample = 1; sample <= pairs; sample++) {
      const first = 1 + ((sample * 7) % calls);
      const second = first + 1 + ((sample * 3) % 5);
      const [one, other] = [sample % 5, (sample * 2 + 1) % 5].map((n) => faultKinds[n] ?? 'before');
      const faults = new Map([
        [first, one ?? 'before'],
        [second, other ?? 'after'],
      ]);
      await check(base, faults, done);
    }
  });
});
