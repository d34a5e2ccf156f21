import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { reconcileDueAccounts } from '#app/payments/reconcile-due-accounts.ts';
import { queueShard } from '@scangate/domain/due-queue';
import { addMs, hourMs } from '@scangate/domain/instant';
import { Transient } from '@scangate/domain/problem';
import type { Change, RecordName } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import { details, setDetails } from '#test/support/payments/billing-details.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import { cutRefundShort, onStarterWithPack } from '#test/support/payments/credit-pack-refunds.ts';
import { openOnPlan, setCard } from '#test/support/payments/payment-scenario.ts';
import { openPaymentWorld, type PaymentWorld } from '#test/support/payments/payment-world.ts';
import { reportCount } from '#test/support/runs/run-counter.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { watchCalls } from '#test/support/store/watch-calls.ts';
import { write } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

/** The rows that an erasure deletes below an account, and those that it leaves. */
const erasedRecords = ['account', 'pool', 'paymentAccount', 'recharge', 'mail'] as const;
const otherRecords = ['ledgerEntry', 'invoice', 'organization', 'member', 'auditEvent'] as const;

type ErasedRecord = (typeof erasedRecords)[number];

/** A store as an erasure leaves it that has deleted these records. */
const erasedStore = async (store: MemoryStore, erased: readonly ErasedRecord[]): Promise<MemoryStore> => {
  const left = new MemoryStore();
  const kept = [...otherRecords, ...erasedRecords.filter((record) => !erased.includes(record))];
  const changes = kept.flatMap((record: RecordName) =>
    store.all(record).map((item) => ({ change: 'insert', record, item }) as Change),
  );
  await write(left, changes);
  return left;
};

const lost = () => Promise.reject(new Transient('no answer'));

const withLost = (world: PaymentWorld, name: keyof PaymentWorld['paymentProvider']) => ({
  ...world,
  paymentProvider: { ...world.paymentProvider, [name]: lost },
});

/** Accounts of which something is left for the job. */
const due: Record<string, () => Promise<PaymentWorld>> = {
  'whose subscription ended with its customer': async () => {
    const world = await openOnPlan('Starter');
    const [{ customerId = '', subscriptionId = '' } = {}] = world.store.all('paymentAccount');
    await world.client.customers.del(customerId);
    await applySubscription(subscriptionId, world, world.now());
    return world;
  },
  'whose checkout has no answer': async () => {
    const world = await openPaymentWorld();
    const ports = withLost(world, 'openPlanCheckout');
    const order = { plan: 'Starter', interval: 'month' } as const;
    await ask.checkout({ world, ports, id: 'one' }, order).catch(() => {});
    return world;
  },
  'to which a refund is owed': async () => {
    const world = await onStarterWithPack();
    await cutRefundShort(world);
    return world;
  },
  'whose details Stripe does not have': async () => {
    const world = await openOnPlan('Starter');
    await setDetails(world, withLost(world, 'setBillingDetails'), details).catch(() => {});
    return world;
  },
  'whose order is declined': async () => {
    const world = await openOnPlan('Team');
    setCard(world, 'declined');
    await ask.changeLicenses({ world, ports: withLost(world, 'raiseQuantity'), id: 'up' }, 9).catch(() => {});
    return world;
  },
};

const erasures = reportCount('erasures between the calls of the payments job');

describe.each(Object.entries(due))('an account %s', (_name, open) => {
  /** Runs the job; these records are erased before a call, and the others after it. @returns the number of calls. */
  const run = async (eraseAt: number, first: readonly ErasedRecord[] = erasedRecords): Promise<number> => {
    const world = await open();
    const start = addMs(world.now().toISOString(), hourMs);
    await world.to(start);
    let [store, calls] = [world.store, 0];
    const onCall = async (): Promise<void> => {
      if (++calls === eraseAt) store = await erasedStore(store, first);
    };
    const current = new Proxy(world.store, {
      get: (_target, name) => {
        const member: unknown = Reflect.get(store, name);
        return typeof member === 'function' ? (member as CallableFunction).bind(store) : member;
      },
    });
    const ports = {
      store: watchCalls<Store>(current, onCall),
      paymentProvider: watchCalls(world.paymentProvider, onCall),
      log: world.log,
    };
    const { reconciled } = await reconcileDueAccounts(ports, taskContextAt(world.now()));
    const made = calls;
    if (eraseAt === 0) expect(reconciled).toBe(1);
    if (eraseAt === 0 || eraseAt > made) return made;
    store = await erasedStore(store, first === erasedRecords ? [] : erasedRecords);
    await world.to(addMs(start, 2 * hourMs));
    expect(await reconcileDueAccounts(ports, taskContextAt(world.now()))).toEqual({
      reconciled: 0,
      failed: 0,
    });
    const left = erasedRecords.filter((record) => store.all(record).length > 0);
    expect({ eraseAt, left }).toEqual({ eraseAt, left: [] });
    erasures.add();
    return made;
  };

  test('that is erased between any two calls of the job stays erased, and is no failure', async () => {
    const calls = await run(0);
    expect(calls).toBeGreaterThan(3);
    for (let eraseAt = 1; eraseAt <= calls; eraseAt++) await run(eraseAt);
  });

  test('whose erasure has begun between any two calls is no failure', async () => {
    const calls = await run(0);
    expect(calls).toBeGreaterThan(3);
    for (let eraseAt = 1; eraseAt <= calls; eraseAt++) await run(eraseAt, ['account']);
  });
});

test('a row that survives the erasure of its account is quiet for a day, and fails every run from then on', async () => {
  const world = await openOnPlan('Starter');
  const [start, store] = [world.now().toISOString(), await erasedStore(world.store, ['account'])];
  const id = { accountId: world.accountId };
  const dueQueue = queueShard('paymentAccount', world.accountId);
  await write(store, [{ change: 'update', record: 'paymentAccount', id, set: { dueAt: start, dueQueue } }]);
  const errors = vi.spyOn(world.log, 'error');
  const { paymentProvider, log } = world;
  const runAt = (hours: number) => {
    const now = new Date(addMs(start, hours * hourMs));
    return reconcileDueAccounts({ store, paymentProvider, log }, taskContextAt(now));
  };
  for (const hours of [1, 23]) expect(await runAt(hours)).toEqual({ reconciled: 1, failed: 0 });
  expect(errors).not.toHaveBeenCalled();
  for (const hours of [25, 26, 60]) {
    await expect(runAt(hours)).rejects.toThrow('1 accounts could not be reconciled');
    expect(errors).toHaveBeenLastCalledWith(
      'an account could not be reconciled',
      expect.objectContaining({ ...id, erasure: 'over' }),
    );
  }
});
