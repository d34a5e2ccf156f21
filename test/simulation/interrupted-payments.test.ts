import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addMs } from '@scangate/domain/instant';
import { requestMs } from '@scangate/domain/payments/payment-account';
import { Problem } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';
import { isRetryable, faultKinds, type FaultKind } from '../support/store/fault-injection.ts';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';
import { isNightly, isSampled } from '../support/runs/samples.ts';
import {
  atStripe,
  liveSubscriptions,
  pendingStepViolations,
  paymentViolations,
} from '../support/payments/payment-violations.ts';
import { sweep } from '../support/payments/payment-scenario.ts';
import { comparableView } from '../support/payments/payment-view.ts';
import { faultyPorts, copyOfWorld, type PaymentWorld } from '../support/payments/payment-world.ts';
import { operations, type Operation } from '../support/payments/operations/payment-operations.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const rowOf = (world: PaymentWorld) => world.store.all('paymentAccount')[0];

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

/** Expects that a sweep is due where steps are left, once the request must have ended. */
const expectDue = async (world: PaymentWorld): Promise<void> => {
  const left = await pendingStepViolations(world);
  const { dueAt = 'never' } = rowOf(world) ?? {};
  const isDue = dueAt <= addMs(world.now(), requestMs);
  if (left.length > 0) expect({ left, isDue }).toEqual({ left, isDue: true });
};

/** `npm test` repeats the operation after every other fault; each night each fault is played with and without that. */
const repetitions = (faults: ReadonlyMap<number, FaultKind>): readonly boolean[] => {
  if (isNightly) return [true, false];
  const [[call, fault] = [0, 'before' as const]] = faults;
  return [(call + faultKinds.indexOf(fault)) % 2 === 0];
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
    for (const isRepeated of operation.isSentAgain ? [true] : repetitions(faults)) {
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
      for (const [index, fault] of faultKinds.entries())
        if (isSampled(call + index, 3)) await check(base, new Map([[call, fault]]), done);
  });

  test('in two calls', { timeout: 600_000 }, async () => {
    const base = await operation.before();
    const { calls, world: done } = await play(base, new Map(), false);
    const pairs = commandsToRun(60) / 20;
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
