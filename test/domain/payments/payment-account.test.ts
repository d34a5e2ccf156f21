import { expect, test } from 'vitest';
import {
  newPaymentAccount,
  newPaymentAccountChanges,
  paymentAccountAfterCommit,
  paymentAccountChange,
  queueReconcile,
} from '@scangate/domain/payments/payment-account';

const created = newPaymentAccount('org', 'request');
const stored = { ...created, version: 7 };
const queued = queueReconcile(stored, '2026-03-10T12:00:00.000Z');

test('the first version of a payment account is 1, and each change increments it', () => {
  const [insert] = paymentAccountChange('org', undefined, created);
  expect(insert).toMatchObject({ change: 'insert', item: { accountId: 'org', version: 1 } });
  const [update] = paymentAccountChange('org', stored, queued);
  expect(update).toMatchObject({ change: 'update', when: [{ value: 7 }], set: { version: 8 } });
});

test('a payment account is created only for an account that exists', () => {
  expect(newPaymentAccountChanges(created)).toMatchObject([
    { change: 'insert', record: 'paymentAccount', item: { accountId: 'org', version: 1 } },
    { change: 'require', record: 'account', id: { accountId: 'org' } },
  ]);
});

test('after its commit a payment account has the version that was written', () => {
  expect(paymentAccountAfterCommit(undefined, created)).toEqual({ ...created, version: 1 });
  expect(paymentAccountAfterCommit(stored, queued)).toEqual({ ...queued, version: 8 });
});

test('a payment account without a change is not written and keeps its version', () => {
  expect(paymentAccountChange('org', stored, { ...stored })).toEqual([]);
  expect(paymentAccountAfterCommit(stored, { ...stored })).toEqual(stored);
});
