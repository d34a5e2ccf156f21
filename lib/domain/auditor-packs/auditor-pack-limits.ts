/** The bounds of an auditor pack. */
export const packLimits = {
  days: 366,
  scans: 100_000,
  scansPerSlice: 500,
  packsPerDay: 5,
  /** A pack and its links are kept for this many days. */
  keptDays: 30,
  linksPerPack: 100,
  /** The size of all files, before they are compressed. */
  bytes: 5 * 1024 ** 3,
  linkHours: { default: 24, most: 168 },
  downloadSeconds: 300,
} as const;
