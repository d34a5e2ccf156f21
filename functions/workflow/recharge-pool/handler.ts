import { rechargePool, type PoolRef } from '#app/auto-recharge/recharge-pool.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

/** One attempt. The workflow waits until `again` and runs it once more; without it the workflow ends. */
export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch, paymentProvider: wirePaymentProvider },
  async ({ accountId, pool }: PoolRef, ports, { now }) => {
    const again = await rechargePool({ accountId, pool }, { ...ports, log }, now);
    return { accountId, pool, ...(again !== undefined && { again }) };
  },
);
