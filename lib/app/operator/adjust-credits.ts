import { adjustPool, type Adjustment } from '@scangate/domain/credits/adjust-pool';
import { runOperatorAct, type OperatorPorts } from './run-operator-act.ts';

/** Makes a support adjustment. @returns the pool's balance after it. */
export const adjustCredits = (
  { organizationId, ...adjustment }: Adjustment & { organizationId: string },
  ports: OperatorPorts,
  now: Date,
) => {
  const { pool, adjustmentId } = adjustment;
  return runOperatorAct(
    {
      operation: 'adjust-credits',
      organizationId,
      actId: adjustmentId,
      content: adjustment,
      rule: (state) => adjustPool(state, adjustment, now.toISOString()),
      answerOf: ({ pools }) => ({ pool, available: pools[pool].available }),
      now,
    },
    ports,
  );
};
