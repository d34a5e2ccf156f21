/** The fewest and the most days that a token lives, as the API takes them. */
export const tokenDays = { least: 1, most: 366 } as const;
