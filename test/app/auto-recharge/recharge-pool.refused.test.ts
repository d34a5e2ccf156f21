import { expect, test } from 'vitest';
import { faultKinds, type FaultKind } from '#test/support/store/fault-injection.ts';
import { reportCount } from '#test/support/runs/run-counter.ts';
import { faultyPorts, setRecharge, withTaxes } from '#test/support/payments/payment-world.ts';
import {
  useRechargeCalls,
  world,
  openWithPlan,
  balance,
  recharge,
  charges,
  expectConsistentBooks,
} from '#test/support/payments/recharge-calls.ts';

useRechargeCalls();

const crashes = reportCount('crash points of recharges whose invoice is refused');

test('a recharge whose invoice cannot be finalized is declined once, and leaves no draft, after any fault', async () => {
  const run = async (faults: ReadonlyMap<number, FaultKind>): Promise<number> => {
    await openWithPlan();
    await setRecharge(world, 'core', { threshold: 20 });
    await balance(10);
    // Without an address of the customer no taxes can be computed.
    const { ports, count } = faultyPorts(withTaxes(world), faults);
    await recharge(ports);
    expect({ faults: [...faults], again: await recharge() }).toEqual({
      faults: [...faults],
      again: '2026-03-10T12:15:00.000Z',
    });
    expect(world.store.all('recharge')[0]).toMatchObject({ failures: 1, packs: 0 });
    expect(world.store.all('recharge')[0]).not.toHaveProperty('attempt');
    expect(charges()).toEqual([]);
    expectConsistentBooks();
    crashes.add();
    return count();
  };
  const calls = await run(new Map());
  expect(calls).toBeGreaterThan(8);
  for (let call = 1; call <= calls + 2; call++)
    for (const fault of faultKinds) await run(new Map([[call, fault]]));
});
