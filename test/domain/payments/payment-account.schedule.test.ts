import { describe, expect, test } from 'vitest';
import { addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import {
  differsTooLong,
  dropRefusedOrder,
  newPaymentAccount,
  requestChange,
  scheduleNextReconcile,
  withDifference,
} from '@scangate/domain/payments/payment-account';
import type { Account, PaymentAccount } from '@scangate/domain/records';

const now = '2026-03-10T12:00:00.000Z';
const stored = newPaymentAccount('org', 'request');
const refusal = { code: 'card_declined', at: now } as never;
const refused = (...orders: string[]) =>
  orders.map((order) => ({ order, ...(refusal as object) })) as NonNullable<PaymentAccount['refusedOrders']>;

describe('a requested change', () => {
  const request = { changeRequestId: 'change', now };

  test('keeps the refused orders that it does not repeat, and is reconciled when it must have ended', () => {
    const before = { ...stored, refusedOrders: refused('one', 'two') };
    const after = requestChange(before, { promotionId: 'two' }, request);
    expect(after.refusedOrders).toEqual(refused('one'));
    expect(after).toMatchObject({ changeRequestId: 'change', changeRequestedAt: now });
    expect(after.dueAt).toBe(addMs(now, 30_000));
  });

  test('has no list of refused orders when it repeats the last one', () => {
    const after = requestChange(
      { ...stored, refusedOrders: refused('one') },
      { promotionId: 'one' },
      request,
    );
    expect(Object.keys(after)).not.toContain('refusedOrders');
    expect(Object.keys(requestChange(stored, {}, request))).not.toContain('refusedOrders');
  });
});

test('of the refused orders the last five are kept, and another order is not dropped', () => {
  const before = { ...stored, promotionId: 'six', refusedOrders: refused('1', '2', '3', '4', '5') };
  const dropped = dropRefusedOrder(before, { field: 'promotionId', requested: before }, refusal);
  expect(dropped.refusedOrders?.map(({ order }) => order)).toEqual(['2', '3', '4', '5', 'six']);
  expect(dropped.promotionId).toBeUndefined();
  const other = { ...before, promotionId: 'seven' };
  expect(dropRefusedOrder(other, { field: 'promotionId', requested: before }, refusal)).toBe(other);
  expect(dropRefusedOrder(stored, { field: 'promotionId', requested: stored }, refusal)).toBe(stored);
});

describe('a difference to the provider', () => {
  test('counts as too long from one hour on', () => {
    const differing = { ...stored, differsSince: now };
    expect(differsTooLong(differing, addMs(now, hourMs - 1))).toBe(false);
    expect(differsTooLong(differing, addMs(now, hourMs))).toBe(true);
    expect(differsTooLong(stored, now)).toBe(false);
  });

  test('keeps its start, and is examined again after 15 minutes', () => {
    const first = withDifference(stored, now);
    expect(first).toMatchObject({ differsSince: now, dueAt: addMs(now, 15 * minuteMs) });
    const later = addMs(now, minuteMs);
    expect(withDifference(first, later)).toMatchObject({ differsSince: now });
  });
});

describe('the next reconciliation without a difference', () => {
  const dueAt = (paymentAccount: Partial<PaymentAccount>, account: object = {}) =>
    scheduleNextReconcile({ ...stored, ...paymentAccount }, account as Account, now).dueAt;

  test('is undefined when nothing is expected, and the last one is removed', () => {
    const before = { ...stored, dueAt: now, dueQueue: 'queue', differsSince: now } as PaymentAccount;
    expect(scheduleNextReconcile(before, {} as Account, now)).toEqual(stored);
  });

  test.each([
    ['a day before the paid period ends', dayMs + 1, 1],
    ['two hours after its end, within that day', dayMs, dayMs + 2 * hourMs],
    ['two hours after its end, shortly before it', 1, 2 * hourMs + 1],
    ['in six hours from its end on', 0, 6 * hourMs],
    ['in six hours as long as it is over', -dayMs, 6 * hourMs],
  ])('is %s', (_when, paidForMs, dueInMs) => {
    const paidUntilAt = addMs(now, paidForMs);
    expect(dueAt({}, { paidUntilAt })).toBe(addMs(now, dueInMs));
    expect(dueAt({}, { sastAddon: { paidUntilAt } })).toBe(addMs(now, dueInMs));
  });

  test('is in an hour while a checkout is open, and soon while a refund or new details are pending', () => {
    expect(dueAt({ checkout: {} as never })).toBe(addMs(now, hourMs));
    expect(dueAt({ packCheckouts: [{}] as never })).toBe(addMs(now, hourMs));
    expect(dueAt({ packRefunds: [{}] as never, checkout: {} as never })).toBe(addMs(now, 30_000));
    expect(dueAt({ detailsChange: {} as never })).toBe(addMs(now, 30_000));
    expect(dueAt({ packCheckouts: [], packRefunds: [] })).toBeUndefined();
  });

  test('is repeated once after a request, when no process can still make a call of an earlier one', () => {
    const repeated = scheduleNextReconcile(
      { ...stored, changeRequestedAt: addMs(now, 1 - 10 * minuteMs) },
      {} as Account,
      now,
    );
    expect(repeated).toMatchObject({
      dueAt: addMs(now, 1),
      changeRequestedAt: addMs(now, 1 - 10 * minuteMs),
    });
    const over = { ...stored, changeRequestedAt: addMs(now, -10 * minuteMs) };
    expect(scheduleNextReconcile(over, {} as Account, now)).toEqual(stored);
  });
});
