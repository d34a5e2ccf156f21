import { isOfPlan, type PaidPeriod } from './paid-periods.ts';

const creditsOfSize = 50;

/**
 * The credits that a period of the SAST add-on may bring. It has the size of the plan that the account has then: 50 on
 * Starter, and on Team as many for each license that was paid.
 */
export const creditsOfAddon = (
  { accountId, quantity }: PaidPeriod,
  periods: readonly PaidPeriod[],
): number[] => {
  const licenses = periods
    .filter((period) => period.accountId === accountId && isOfPlan(period))
    .map((period) => period.quantity);
  return [...new Set([1, quantity, ...licenses])].map((count) => count * creditsOfSize);
};
