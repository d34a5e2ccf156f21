import type { PortsOf } from '#contract/ports-of.ts';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { rechargePool as recharge } from '#app/payments/recharge-pool.ts';
import { rechargePool } from '../index.ts';

interface PoolRef {
  accountId: string;
  pool: PoolName;
}

/** What the workflow goes on with: `again`, when it is to ask once more. */
export interface RechargeResult extends PoolRef {
  again?: string;
}

/** One attempt. Run twice it goes on with the same one. */
export const attemptRecharge = async (
  { accountId, pool }: PoolRef,
  ports: PortsOf<(typeof rechargePool)['needs']>,
  { now }: TaskContext,
): Promise<RechargeResult> => {
  const again = await recharge(accountId, pool, ports, now);
  return { accountId, pool, ...(again !== undefined && { again }) };
};

export const handler = task(
  rechargePool,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  attemptRecharge,
);
