import type { SuppressionEntry } from './gate/suppressions.ts';
import type { PinnedRuntime } from '../advisor/pinned-runtimes.ts';
import type { Inventory } from './component.ts';
import type { Coverage } from './coverage.ts';
import type { CodeFinding, SecretFinding } from './finding.ts';
import type { UnitType } from './project-unit.ts';
import type { ScanType, SourceScanType } from './scan-type.ts';
import type { UnitUsage } from '../import-usage/unit-usage.ts';

/** A secret as found; `sample` is set in a test, fixture, example or documentation. */
export type SecretDetection = Omit<SecretFinding, 'suppressed'> & { sample?: true };
/** A weakness as found; `sample` is set in a test, fixture, example or documentation. */
export type CodeDetection = Omit<CodeFinding, 'suppressed'> & { sample?: true };

/** A finding in source files before policy, suppressions and waivers; its severity is the rule's. */
export type Detection = SecretDetection | CodeDetection;

/** A `scangate:allow` comment, once for each line that it covers. */
export interface AllowComment {
  scanner: SourceScanType;
  rule: string;
  file: string;
  /** The line of the comment. */
  at: number;
  /** The covered line. */
  line: number;
  /** The keyed digest of the covered line, and of the lines of a key that begins there. */
  lineDigest: string;
  /** The last line that the digest covers, where that is a later one. */
  endLine?: number;
  /** Stripped of anything that may be a secret; empty when no reason is given. */
  reason: string;
}

/** The files that a scan type read and those that it left out; both lists are bounded. */
export interface FilesOfType {
  /** Digests of the paths (`pathDigest`). */
  assessed: string[];
  unassessed: string[];
  /** Set when a list has more entries than are kept. */
  truncated?: true;
}

/**
 * The ranges that packages request: by lockfile, then by `name@version` of the package, then by name of the
 * dependency.
 */
export type RequestedByFile = [file: string, [dependent: string, [needed: string, range: string][]][]][];

/**
 * Everything known about a unit apart from advisories, policy, suppressions and waivers, so that it can be judged
 * again at any time.
 */
export interface AssessedUnit {
  projectUnitId: string;
  unit: { path: string; type: UnitType };
  scanTypes: ScanType[];
  /** The inventory without the hashes of its components. */
  inventory: Inventory;
  /** The digest of the components with their hashes. */
  inventoryDigest: string;
  detections: Detection[];
  allowComments: AllowComment[];
  /** The entries of the unit's own ignore file; the path of the file counts from the root of the repository. */
  ignoreEntries: SuppressionEntry[];
  /** The coverage of the types that read source files. */
  coverage: Coverage[];
  /** The lockfiles in folders of third-party code and test data, which are not read. */
  leftOutLockfiles: string[];
  /** Why licenses that no lockfile states are unknown. */
  licenseGaps: Coverage['gaps'];
  /** The line of each component in its file, in the order of the components; 0 where it is not known. */
  packageLines: number[];
  requested: RequestedByFile;
  runtimes: (PinnedRuntime & { line?: number })[];
  /** The use of the packages by code; absent where there is no code, or nothing is known. */
  usage?: UnitUsage;
  files: Partial<Record<SourceScanType, FilesOfType>>;
  /** The versions of the engines that ran. */
  engines: Partial<Record<ScanType, string>>;
}
