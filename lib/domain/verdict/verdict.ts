import type { ErrorCode } from '@scangate/engines/model/failure';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Severity, Threshold } from '@scangate/engines/model/severity';
import type { ProposedSuppression, UnusedSuppression } from '@scangate/engines/model/gate/suppressions';

export type SeverityCounts = Record<Severity, number> & { total: number };

/** The number of findings by dimension; a key is present only when its dimension was requested. */
export interface Summary {
  vulnerabilities?: SeverityCounts & { dependencies: number; code: number };
  secrets?: SeverityCounts;
  licenses?: { compliant: number; nonCompliant: number; unknown: number; total: number };
  severityThreshold: Threshold;
}

export type VerdictReason =
  | 'critical_vulnerabilities_found'
  | 'vulnerabilities_above_threshold'
  | 'critical_secrets_found'
  | 'secrets_above_threshold'
  | 'non_compliant_licenses_found'
  | 'coverage_incomplete'
  | 'no_issues_found'
  | 'scan_failed';

/**
 * The result of the gate with everything on which it depends. It is written once, together with the terminal status.
 */
export interface Verdict {
  verdict: 'PASS' | 'FAIL' | 'ERROR';
  /** The first of `reasons`. */
  reason: VerdictReason;
  reasons: VerdictReason[];
  summary: Summary;
  errorCode?: ErrorCode;
  judgedAt: string;
  advisorySnapshot: { id: string; builtAt?: string };
  /** The license data on which the verdict depends; absent without any. */
  licenseSnapshot?: { id: string; day: string };
  /** The published poms by which builds were resolved; absent where none were. */
  pomSnapshot?: { id: string; poms: number };
  inventoryDigest: string;
  policyDigest: string;
  waiversDigest: string;
  suppressionsDigest: string;
  coverage: (Coverage & { projectUnitId: string })[];
  /** The scan types that the organization requires and that did not run: a green result would claim too much. */
  missingScanTypes: ScanType[];
  /** The suppressions that only the judged commit has; they count once they are merged. */
  suppressionsProposed: ProposedSuppression[];
  suppressionsUnused: UnusedSuppression[];
  /** Numbers of suppressions that are not listed. */
  suppressionsOmitted?: { proposed: number; unused: number };
}
