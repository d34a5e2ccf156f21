/** The plans, from the smallest to the largest. */
export const planNames = ['Free', 'Starter', 'Team', 'Regulated'] as const;
export type PlanName = (typeof planNames)[number];
