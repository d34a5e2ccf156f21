import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '@scangate/domain/instant';
import { ClosingWatch } from './closing-watch.ts';

const table = 'Core';
const open = { pk: 'ORG#o', sk: 'ORG', name: 'Acme' };
const closing = { ...open, closing: { since: 'then' } };
const idle = { pk: 'ACCOUNT#o', sk: 'RECHARGE#core' };
const claimed = (attemptId: string) => ({ ...idle, attempt: { attemptId } });

const openWatch = () => {
  const told: string[] = [];
  const invoices: object[] = [];
  const scheduler = { now: 0 };
  const stripe = { objects: () => invoices };
  const report = (invariant: string, what: string) => void told.push(`${invariant}: ${what}`);
  const watch = new ClosingWatch({ scheduler, stripe } as never, report);
  const pay = (id: string, at: number, kind = 'recharge') =>
    void invoices.push({
      id,
      metadata: { kind, accountId: 'o' },
      status_transitions: { paid_at: at / 1_000 },
    });
  return { watch, told, pay, scheduler };
};

test('a recharge that is claimed while its organization is closing is a violation, until it is restored', () => {
  const { watch, told } = openWatch();
  watch.onCommit([{ table, before: idle, after: claimed('a') }], 0);
  watch.onCommit([{ table, before: open, after: closing }], minuteMs);
  watch.onCommit([{ table, before: claimed('a'), after: { ...claimed('a'), version: 2 } }], 2 * minuteMs);
  watch.onCommit([{ table, before: claimed('a'), after: idle }], 2 * minuteMs);
  expect(told).toEqual([]);
  watch.onCommit([{ table, before: idle, after: claimed('b') }], 3 * minuteMs);
  expect(told.splice(0)).toEqual(['closing: o is closing, and RECHARGE#core claims b']);
  watch.onCommit([{ table, before: closing, after: open }], dayMs);
  watch.onCommit([{ table, before: idle, after: claimed('c') }], dayMs + minuteMs);
  expect(told).toEqual([]);
});

test('a subscription that starts while its organization is closing is a violation', () => {
  const { watch, told } = openWatch();
  const row = { pk: 'ACCOUNT#o', sk: 'PAYMENT' };
  const plan = { ...row, subscriptionId: 'plan' };
  watch.onCommit([{ table, before: row, after: plan }], 0);
  watch.onCommit([{ table, before: open, after: closing }], minuteMs);
  watch.onCommit([{ table, before: plan, after: { ...plan, version: 2 } }], 2 * minuteMs);
  expect(told).toEqual([]);
  const withAddon = { ...plan, addonSubscriptionId: 'addon' };
  watch.onCommit([{ table, before: plan, after: withAddon }], 2 * minuteMs);
  expect(told).toEqual(['closing: o is closing, and starts addon']);
});

test('a recharge that is paid while its organization is closing is a violation, but for one under way', () => {
  const { watch, told, pay } = openWatch();
  pay('before', minuteMs);
  watch.onCommit([{ table, before: open, after: closing }], 2 * minuteMs);
  pay('under way', 2.5 * minuteMs);
  pay('of a plan', dayMs, 'plan');
  watch.onCommit([{ table, before: closing, after: open }], 2 * dayMs);
  pay('restored', 3 * dayMs);
  watch.checkEnd();
  expect(told).toEqual([]);
  pay('meanwhile', dayMs);
  watch.checkEnd();
  expect(told).toEqual(['closing: o is closing, and paid the recharge meanwhile']);
});

test('an erased organization is not charged, and a restored table tells nothing of the time before', () => {
  const { watch, told, pay, scheduler } = openWatch();
  watch.onCommit([{ table, before: open, after: closing }], 0);
  watch.onCommit([{ table, before: closing, after: undefined }], dayMs);
  const back = watch.keep();
  pay('erased', 2 * dayMs);
  watch.checkEnd();
  expect(told.splice(0)).toEqual(['closing: o is closing, and paid the recharge erased']);
  scheduler.now = 3 * dayMs;
  back();
  watch.checkEnd();
  expect(told).toEqual([]);
  pay('later', 4 * dayMs);
  watch.checkEnd();
  expect(told).toHaveLength(1);
});
