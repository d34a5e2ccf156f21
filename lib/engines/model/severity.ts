export const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** Values of `apiGateSeverityThreshold`; the default is critical (docs/adr/0006-verdict-and-severity.md). */
export const thresholds = ['critical', 'high', 'medium', 'low'] as const;
export type Threshold = (typeof thresholds)[number];

const rank: Record<Severity, number> = { critical: 4, high: 3, medium: 2, low: 1, unknown: 0 };

/**
 * Returns a severity as a number, the most severe the highest.
 * @param unknownCountsAs the severity that an unknown severity counts as.
 */
export const severityRank = (found: Severity, unknownCountsAs: Threshold): number =>
  rank[found === 'unknown' ? unknownCountsAs : found];

/** Returns whether a severity is at or above the threshold. */
export const meetsThreshold = (found: Severity, threshold: Threshold, unknownCountsAs: Threshold): boolean =>
  severityRank(found, unknownCountsAs) >= rank[threshold];

/** Orders the most severe first and unknown last. */
export const bySeverity = (a: Severity, b: Severity): number => rank[b] - rank[a];

/** Returns the more severe of two. */
export const moreSevere = (a: Severity, b: Severity): Severity => (bySeverity(a, b) > 0 ? b : a);
