import { addSeverities, noSeverities, type FindingCounts } from '@scangate/engines/model/finding-counts';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { severities, type Severity, type Threshold } from '@scangate/engines/model/severity';
import type { SeverityCounts, Summary } from './verdict.ts';

/** The scan types that a scan is judged on. */
export interface JudgedScope {
  scanTypes: readonly ScanType[];
  fullScope: boolean;
}

/** Adds the sum of all severities. */
export const withTotal = (counts: Record<Severity, number>): SeverityCounts => ({
  ...counts,
  total: severities.reduce((sum, severity) => sum + counts[severity], 0),
});

/** The dimensions on which a scope is judged. The full scope always has all three, whatever ran. */
export const requestedDimensions = ({ scanTypes, fullScope }: JudgedScope) => ({
  vulnerabilities: fullScope || scanTypes.includes('sca') || scanTypes.includes('sast'),
  secrets: fullScope || scanTypes.includes('secrets'),
  licenses: fullScope || scanTypes.includes('license'),
});

/** Makes the summary of a scan: its keys follow the requested dimensions, and the threshold is always present. */
export const summarize = (
  counts: FindingCounts,
  scope: JudgedScope,
  severityThreshold: Threshold,
): Summary => {
  const requested = requestedDimensions(scope);
  const vulnerabilities = noSeverities();
  addSeverities(vulnerabilities, counts.dependencies);
  addSeverities(vulnerabilities, counts.code);
  return {
    ...(requested.vulnerabilities && {
      vulnerabilities: {
        ...withTotal(vulnerabilities),
        dependencies: withTotal(counts.dependencies).total,
        code: withTotal(counts.code).total,
      },
    }),
    ...(requested.secrets && { secrets: withTotal(counts.secrets) }),
    ...(requested.licenses && { licenses: { ...counts.licenses } }),
    severityThreshold,
  };
};
