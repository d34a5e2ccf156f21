/** The fewest licenses of the plan Team. */
export const teamMinimum = 5;
