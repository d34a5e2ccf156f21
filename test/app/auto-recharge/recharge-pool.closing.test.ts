import { beforeEach, describe, expect, test } from 'vitest';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { faultKinds, isRetryable, type FaultKind } from '#test/support/store/fault-injection.ts';
import { watchCalls } from '#test/support/store/watch-calls.ts';
import { reportCount } from '#test/support/runs/run-counter.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { faultyPorts, setRecharge } from '#test/support/payments/payment-world.ts';
import { closeOrganization, restoreOrganization } from '#test/support/payments/closing-world.ts';
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
  audited,
  applyRenewal,
  expectConsistentBooks,
} from '#test/support/payments/recharge-calls.ts';

useRechargeCalls();

const openLow = async (): Promise<void> => {
  await openWithPlan();
  await setRecharge(world, 'core', { threshold: 20 });
  await balance(10);
};

describe('a pool whose organization is closing', () => {
  beforeEach(openLow);

  test('is not charged when the wait after a decline is over, and is once it is restored', async () => {
    card('declined');
    const again = await recharge();
    await closeOrganization(world);
    card('ok');
    await world.to(again ?? '');
    expect(await recharge()).toBeUndefined();
    expect([charges().length, paid().length]).toEqual([1, 0]);
    await restoreOrganization(world);
    await recharge();
    expect([paid().length, available()]).toEqual([1, 110]);
    expectConsistentBooks();
  });

  test('is not charged in its next credit period', async () => {
    await world.to('2026-04-10T14:00:00.000Z');
    await applyRenewal();
    await balance(0);
    await closeOrganization(world);
    expect(await recharge()).toBeUndefined();
    expect(charges()).toEqual([]);
    expectConsistentBooks();
  });
});

const crashes = reportCount('crash points of recharges while an organization closes');

describe('an organization that closes during a recharge', () => {
  /** Whether a process may be about to charge: the invoice of its attempt is stored, or it is paid. */
  const isUnderWay = (): boolean =>
    paid().length > 0 || world.store.all('recharge')[0]?.attempt?.invoiceId !== undefined;

  /**
   * Runs a recharge to its end, one process after the other, whose organization closes before a call.
   * @returns the number of calls.
   */
  const run = async (closeAt: number, faults: ReadonlyMap<number, FaultKind> = new Map()) => {
    await openLow();
    const { ports, count } = faultyPorts(world, faults);
    let [calls, isClosing, wasUnderWay, isLate] = [0, false, false, false];
    let paidLate = 0;
    const onCall = async (name: string): Promise<void> => {
      if (++calls === closeAt) {
        wasUnderWay = isUnderWay();
        await closeOrganization(world);
        isClosing = true;
      }
      if (name === 'payInvoice' && isLate) paidLate++;
    };
    const { log } = ports;
    const store = watchCalls(ports.store, onCall);
    const paymentProvider = watchCalls(ports.paymentProvider, onCall);
    const ref = { accountId: world.accountId, pool: 'core' } as const;
    let runsLeft = 3;
    for (let tries = 0; runsLeft > 0; tries++) {
      isLate = isClosing;
      try {
        await rechargePool(ref, { store, paymentProvider, log }, world.now());
        runsLeft--;
      } catch (error) {
        if (!isRetryable(error) || tries === 12) throw error;
      }
    }
    const what = { closeAt, faults: [...faults] };
    expect({ ...what, paidLate, attempt: world.store.all('recharge')[0]?.attempt }).toEqual({
      ...what,
      paidLate: 0,
      attempt: undefined,
    });
    if (isClosing && !wasUnderWay) expect({ ...what, paid: paid().length }).toEqual({ ...what, paid: 0 });
    expectConsistentBooks();
    expect([mails('recharge_failed'), audited('auto_recharge.failed')]).toEqual([[], []]);
    await restoreOrganization(world);
    await recharge();
    expect({ ...what, paid: paid().length, available: available() }).toEqual({
      ...what,
      paid: 1,
      available: 110,
    });
    expect(world.store.all('recharge')[0]).toMatchObject({ packs: 1 });
    expectConsistentBooks();
    crashes.add();
    return count();
  };

  test('is charged only by a process that was about to, and once it is restored', async () => {
    const calls = await run(0);
    expect(calls).toBeGreaterThan(8);
    for (let closeAt = 1; closeAt <= calls; closeAt++) await run(closeAt);
  });

  test('is not charged by the processes after one that had a fault', { timeout: 120_000 }, async () => {
    const calls = await run(0);
    expect(calls).toBeGreaterThan(8);
    for (let closeAt = 1; closeAt <= calls; closeAt++)
      for (let call = Math.max(1, closeAt - 1); call <= calls + 4; call++)
        for (const [index, fault] of faultKinds.entries())
          if (isSampled(closeAt + call + index, 16)) await run(closeAt, new Map([[call, fault]]));
  });
});
