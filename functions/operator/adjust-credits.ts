import * as z from 'zod';
import { validateBody } from '../../lib/contract/validate.ts';
import { adjustPool } from '../../lib/domain/billing/adjust-pool.ts';
import { poolNames } from '../../lib/domain/scans/scan-type.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { adjustCredits } from './index.ts';
import { operateAccount, type OperatorPorts } from './operate-account.ts';

const order = z.strictObject({
  organizationId: z.uuid(),
  /** Chosen by the operator: repeated under the same id, an adjustment is made once. */
  adjustmentId: z.uuid(),
  pool: z.enum(poolNames),
  amount: z.int().min(-1_000_000_000).max(1_000_000_000),
  motif: z.string().min(1).max(500),
});

/** A support adjustment. @returns the pool's balance after it.  @throws Problem */
export const adjust = (input: unknown, { store }: OperatorPorts, { now }: Pick<StepContext, 'now'>) => {
  const { organizationId, ...adjustment } = validateBody(order, input);
  const { pool, adjustmentId } = adjustment;
  return operateAccount(
    { operation: 'adjust-credits', organizationId, actId: adjustmentId, content: adjustment },
    (state) => adjustPool(state, adjustment, now.toISOString()),
    ({ pools }) => ({ pool, available: pools[pool].available }),
    store,
    now,
  );
};

export const handler = step(adjustCredits, { store: wireStore }, adjust);
