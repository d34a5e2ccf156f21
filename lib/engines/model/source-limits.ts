/** The limits of one scan; the disk and memory of the workflow task are sized for them. */
export const sourceLimits = {
  /** The limit of all files together, unpacked. */
  totalBytes: 1024 * 1024 * 1024,
  /** Larger files are skipped. */
  fileBytes: 64 * 1024 * 1024,
  files: 200_000,
  pathLength: 1_024,
} as const;
