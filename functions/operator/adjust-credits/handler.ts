import * as z from 'zod';
import { validateBody } from '#contract/validate.ts';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { adjustCredits } from '../index.ts';
import { runOperatorAct, type OperatorPorts } from '#app/operator/run-operator-act.ts';

const order = z.strictObject({
  organizationId: z.uuid(),
  /** Chosen by the operator: repeated under the same id, an adjustment is made once. */
  adjustmentId: z.uuid(),
  pool: z.enum(poolNames),
  amount: z.int().min(-1_000_000_000).max(1_000_000_000),
  motif: z.string().min(1).max(500),
});

/** A support adjustment. @returns the pool's balance after it.  @throws Problem */
export const adjust = (input: unknown, { store }: OperatorPorts, { now }: Pick<TaskContext, 'now'>) => {
  const { organizationId, ...adjustment } = validateBody(order, input);
  const { pool, adjustmentId } = adjustment;
  return runOperatorAct(
    { operation: 'adjust-credits', organizationId, actId: adjustmentId, content: adjustment },
    (state) => adjustPool(state, adjustment, now.toISOString()),
    ({ pools }) => ({ pool, available: pools[pool].available }),
    store,
    now,
  );
};

export const handler = task(adjustCredits, { store: wireStore }, adjust);
