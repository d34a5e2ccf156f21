import type { Coverage } from './coverage.ts';
import type { FindingCounts } from './finding-counts.ts';
import type { ScanType } from './scan-type.ts';
import type { UnitSuppressions } from './gate/suppressions.ts';
import type { PomSnapshot } from './poms/published-poms.ts';

export const resultParts = ['findings', 'sbom', 'result', 'assessment'] as const;

/** Returns the name of a result object of a scan, relative to the organization's prefix. */
export const resultObjectName = (
  scanId: string,
  projectUnitId: string,
  part: (typeof resultParts)[number],
): string => `${scanId}/${projectUnitId}/${part}.json`;

/** The part of a unit's result that the verdict depends on. */
export interface UnitResult {
  projectUnitId: string;
  counts: FindingCounts;
  coverage: Coverage[];
  inventoryDigest: string;
  advisorySnapshot: { id: string; builtAt?: string };
  /** The license data that was queried; absent without any. */
  licenseSnapshot?: { id: string; day: string };
  /** The published poms by which builds were resolved; absent where none were. */
  pomSnapshot?: PomSnapshot;
  /** The number of counted vulnerabilities that the policy fails whatever their severity. */
  failAnyway: number;
  /** Ids of the waivers that cover a finding, which the waivers digest covers. */
  waivers: string[];
  suppressions: UnitSuppressions;
  /** The versions of the engines that ran. */
  engines: Partial<Record<ScanType, string>>;
  /** The facts that a later scan needs to take over the result; absent when it cannot be reused. */
  reuse?: ReuseFacts;
}

export interface ReuseFacts {
  /** The files with allow comments, from the root of the repository. */
  commented: string[];
  /** Whether one of the comments is about code, whose reviewed findings depend on other files. */
  allowsCode: boolean;
  /** Whether the assessment has a gap that may close by itself. */
  isTransient: boolean;
}
