/** Compares strings by code units, which does not depend on the locale of the machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
