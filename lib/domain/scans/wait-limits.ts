/** The seconds that one request may wait for a verdict, and the seconds between two reads of the scan. */
export const waitLimits = { timeout: { max: 600, usual: 300 }, interval: { max: 60, usual: 5 } } as const;
