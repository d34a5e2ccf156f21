import type { PlanName } from '@scangate/domain/plans/plan-names';

/** The share of requests of a plan that the service answers, over 30 days, as the gateway sees it (docs/slo.md). */
export interface Objective {
  plan: PlanName;
  /** Between 0 and 1. */
  answered: number;
}

export const objectives: readonly Objective[] = [
  { plan: 'Team', answered: 0.999 },
  { plan: 'Regulated', answered: 0.9999 },
];

/** The days over which an error budget is spent. */
const budgetDays = 30;

/** A rate at which a budget is spent: at 1 it is used up when its days are over. */
export interface BurnRate {
  name: 'fast' | 'slow' | 'low';
  hours: number;
  atLeast: number;
  /** Consecutive windows that have to be bad. */
  windows: number;
}

export const burnRates: readonly BurnRate[] = [
  { name: 'fast', hours: 1, atLeast: 14.4, windows: 1 },
  { name: 'slow', hours: 6, atLeast: 6, windows: 1 },
  { name: 'low', hours: 24, atLeast: 1, windows: 3 },
];

/** Fewer failures in a window say nothing: a plan of few requests would spend a large share of its budget with one. */
export const leastFailures = 3;

/** The share of requests that may fail. */
export const budgetOf = ({ answered }: Objective): number => Number((1 - answered).toFixed(6));

/** The share of a budget that is gone when an alarm of this rate goes off, if the failures began with its windows. */
export const spentAt = ({ hours, atLeast, windows }: BurnRate): number =>
  (hours * windows * atLeast) / (budgetDays * 24);

/** The time for which nothing at all may answer, in seconds. */
export const budgetSeconds = (objective: Objective): number => budgetOf(objective) * budgetDays * 86_400;
