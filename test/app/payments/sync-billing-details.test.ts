import { expect, test } from 'vitest';
import { syncBillingDetails } from '#app/payments/sync-billing-details.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { Transient } from '@scangate/domain/problem';
import { details } from '#test/support/payments/billing-details.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { write } from '#test/support/world.ts';

const accountId = 'account';

/** Sends the details of an account, which are changed concurrently during the first calls. */
const handOver = async (changes: number) => {
  const store = new MemoryStore();
  const change = (changeId: string) => ({
    billingDetails: { ...details, name: changeId },
    detailsChange: { changeId },
  });
  const item = { accountId, changeRequestId: 'request', version: 1, customerId: 'cus_1', ...change('0') };
  await write(store, [{ change: 'insert', record: 'paymentAccount', item }]);
  const names: string[] = [];
  const setBillingDetails = async (_key: string, _customerId: string, { name }: { name: string }) => {
    if (names.push(name) > changes) return;
    const set = change(String(names.length));
    await write(store, [{ change: 'update', record: 'paymentAccount', id: { accountId }, set }]);
  };
  const ports = { store, log: silentLog, paymentProvider: { setBillingDetails } };
  const result = await syncBillingDetails(accountId, ports as never).catch((error: unknown) => error);
  return { result, names, left: store.all('paymentAccount')[0]?.detailsChange };
};

test('details that change concurrently are sent to Stripe, the latest last', async () => {
  expect(await handOver(3)).toEqual({ result: undefined, names: ['0', '1', '2', '3'], left: undefined });
});

test('details that keep changing are left to the reconcile job after eight calls', async () => {
  const { result, names, left } = await handOver(Infinity);
  expect(result).toBeInstanceOf(Transient);
  expect([names.length, left]).toEqual([8, { changeId: '8' }]);
});
