import { adjustPool, type Adjustment } from '@scangate/domain/credits/adjust-pool';
import { grantPromotion } from '@scangate/domain/promotions/grant-promotion';
import { runOperatorAction, type OperatorPorts } from './run-operator-action.ts';

export interface AdjustmentRequest extends Adjustment {
  organizationId: string;
  /** Set for a promotional grant. */
  expiresAt?: string | undefined;
}

/**
 * Makes a support adjustment, or a promotional grant if it expires.
 * @returns the pool's balance afterwards.
 */
export const adjustCredits = (
  { organizationId, expiresAt, ...adjustment }: AdjustmentRequest,
  ports: OperatorPorts,
  now: Date,
) => {
  const { pool, adjustmentId } = adjustment;
  return runOperatorAction(
    {
      operation: 'adjust-credits',
      organizationId,
      actId: adjustmentId,
      content: { ...adjustment, ...(expiresAt !== undefined && { expiresAt }) },
      rule: (state) =>
        expiresAt === undefined
          ? adjustPool(state, adjustment, now.toISOString())
          : grantPromotion(state, { ...adjustment, grantId: adjustmentId, expiresAt }, now.toISOString()),
      answerOf: ({ pools }) => ({ pool, available: pools[pool].available }),
      now,
    },
    ports,
  );
};
