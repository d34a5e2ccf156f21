export const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** What `apiGateSeverityThreshold` may be (api.md decides beyond the documented default, critical). */
export const thresholds = ['critical', 'high', 'medium', 'low'] as const;
export type Threshold = (typeof thresholds)[number];

const rank: Record<Severity, number> = { critical: 4, high: 3, medium: 2, low: 1, unknown: 0 };

/**
 * Whether a severity is at or above the threshold.
 * @param unknownCountsAs what the policy makes of a severity nobody stated.
 */
export const meetsThreshold = (found: Severity, threshold: Threshold, unknownCountsAs: Threshold): boolean =>
  rank[found === 'unknown' ? unknownCountsAs : found] >= rank[threshold];

/** Most severe first; unknown last. */
export const bySeverity = (a: Severity, b: Severity): number => rank[b] - rank[a];
