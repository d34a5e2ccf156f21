import type { ExploitSignals } from './advisory.ts';
import type { DependencyScope } from './component.ts';
import type { ScanType } from './scan-type.ts';
import type { Severity } from './severity.ts';

interface FindingBase {
  /** Stable across scans of the same weakness in the same place: hex SHA-256 prefix, 32 characters. */
  fingerprint: string;
  severity: Severity;
  title: string;
  /** Set when the repository or the policy says to ignore it: reported, not judged. */
  suppressed?: { by: string; reason: string };
}

/** A known vulnerability in a dependency (`sca`). */
export interface VulnerabilityFinding extends FindingBase, ExploitSignals {
  kind: 'vulnerability';
  advisoryId: string;
  /** All other ids of the same weakness (CVE, GHSA, …), sorted. */
  aliases: string[];
  purl?: string;
  packageName: string;
  version: string;
  scope: DependencyScope;
  direct: boolean;
  /** Shortest path from a direct dependency to this one, names with versions; one element when direct. */
  dependencyPath: string[];
  /** Versions that fix it, nearest first; empty when none is known. */
  fixedVersions: string[];
  cvss?: { vector: string; score: number };
  malicious: boolean;
  file: string;
  url: string;
}

/** A hard-coded credential (`secrets`). Never the secret itself. */
export interface SecretFinding extends FindingBase {
  kind: 'secret';
  rule: string;
  file: string;
  /** From 1. */
  line: number;
  column: number;
  /** At most the first 4 characters, then dots. */
  redacted: string;
}

/** A component whose licence the policy does not accept (`license`). */
export interface LicenseFinding extends FindingBase {
  kind: 'license';
  purl?: string;
  packageName: string;
  version?: string;
  /** The expression as judged. */
  license: string;
  category: string;
  file: string;
}

/** A weakness in source code (`sast`). */
export interface CodeFinding extends FindingBase {
  kind: 'code';
  rule: string;
  cwe: string;
  message: string;
  /** What to do instead. */
  help?: string;
  file: string;
  line: number;
  column: number;
  /** How outside text comes here, from its source on; the last step is the finding's own place. */
  flow?: { line: number; column: number; message: string }[];
}

/**
 * What to do about a dependency (`dependency-advisor`). Advice only: it counts in no summary, and nothing is judged by
 * it; the vulnerabilities it clears are findings of `sca`.
 */
export interface UpgradeFinding extends FindingBase {
  kind: 'upgrade';
  /**
   * `upgrade`: known vulnerabilities go away with `upgradeTo`. `no_fix`: no version is known that is clear of them.
   * `remove`: the package is malicious. `deprecated`, `end_of_life`: no vulnerability, but nobody will mend the next.
   */
  advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
  purl?: string;
  packageName: string;
  version: string;
  scope: DependencyScope;
  direct: boolean;
  /** Dependencies of the unit itself that lead here, names with versions: what has to move. Empty: the file has no graph. */
  via: string[];
  /** The smallest known version that is better. */
  upgradeTo?: string;
  /** `upgradeTo` crosses what the ecosystem holds to be a breaking change (a major version; below 1.0 a minor one). */
  breaking: boolean;
  /** Advisory ids, as `sca` names them, that do not apply to `upgradeTo`, or that a removal clears. */
  clears: string[];
  /** Advisory ids that apply to this version and also to `upgradeTo`, or that nothing clears. */
  remaining: string[];
  /** Why there is no upgrade, or not a whole one. */
  reason?: string;
  file: string;
}

export type Finding = VulnerabilityFinding | SecretFinding | LicenseFinding | CodeFinding | UpgradeFinding;

/**
 * What one scan type looked at in one unit. Nothing recognised is not "clean":
 * `partial` and `unassessed` carry the reason and, where it is one file, its path.
 */
export interface Coverage {
  scanType: ScanType;
  status: 'assessed' | 'partial' | 'unassessed';
  /** Files or components looked at. */
  assessed: number;
  gaps: { reason: string; file?: string; count?: number }[];
  /**
   * In the same run the engine was given something known to be bad, and found it. An engine that does not fails the
   * scan; absent where nothing is matched, or there is nothing to match with.
   */
  canary?: 'found';
}
