import type { PortsOf } from '../../lib/contract/ports-of.ts';
import type { PoolName } from '../../lib/domain/scans/scan-type.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { wireTill } from '../../lib/runtime/wire/till.ts';
import { rechargePool as recharge } from '../billing/till/recharge-pool.ts';
import { rechargePool } from './index.ts';

interface PoolRef {
  accountId: string;
  pool: PoolName;
}

/** What the workflow goes on with: `again`, when it is to ask once more. */
export interface Recharged extends PoolRef {
  again?: string;
}

/** One attempt. Run twice it goes on with the same one. */
export const attempt = async (
  { accountId, pool }: PoolRef,
  ports: PortsOf<(typeof rechargePool)['needs']>,
  { now }: StepContext,
): Promise<Recharged> => {
  const again = await recharge(accountId, pool, ports, now);
  return { accountId, pool, ...(again !== undefined && { again }) };
};

export const handler = step(rechargePool, { store: wireStore, till: wireTill }, attempt);
