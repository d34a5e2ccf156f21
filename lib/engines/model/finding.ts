import type { Liveness } from './gate/secret-liveness.ts';
import type { ExploitSignals, Informational } from './advisory.ts';
import type { DependencyScope } from './component.ts';
import type { Confidence } from './gate/policy.ts';
import type { Severity } from './severity.ts';
import type { SourceRule } from './source-problem.ts';
import type { AppliedWaiver } from './gate/waiver.ts';

interface FindingBase {
  /** Stable across scans for the same weakness in the same place: 32 hex characters of a SHA-256. */
  fingerprint: string;
  severity: Severity;
  title: string;
  /**
   * Set when a suppression of the repository or the policy applies: the finding is reported but does not count.
   */
  suppressed?: { by: string; reason: string };
  /** Set when a waiver of the organization applies: the finding is reported but does not count. */
  waived?: AppliedWaiver;
}

/** A line of a file of the unit, counted from 1. */
export interface UsePlace {
  file: string;
  line: number;
}

/** The use of a vulnerable package by the code of the unit. It never claims that the package is not vulnerable. */
export interface Usage {
  /** Whether first-party code imports the package, or the package that brings in a transitive one. */
  imported: boolean;
  /** The direct dependency that brings in a transitive package. */
  via?: string;
  /** The affected symbols that the code refers to; absent when no record names any, or it is not known. */
  symbols?: string[];
  /** The first references to affected symbols, else the first imports. */
  places: UsePlace[];
}

/** A known vulnerability in a dependency (`sca`). */
export interface VulnerabilityFinding extends FindingBase, ExploitSignals {
  kind: 'vulnerability';
  advisoryId: string;
  /** All other ids of the same vulnerability (CVE, GHSA, …), sorted. */
  aliases: string[];
  purl?: string;
  packageName: string;
  version: string;
  scope: DependencyScope;
  direct: boolean;
  /** Shortest path from a direct dependency to this one, as names with versions; one element when direct. */
  dependencyPath: string[];
  /** The use of the package by first-party code; absent where that is not known. */
  usage?: Usage;
  /** Versions that fix it, nearest first; empty when none is known. */
  fixedVersions: string[];
  cvss?: { vector: string; score: number };
  malicious: boolean;
  /** Set for a notice instead of a vulnerability: the problem of the package, such as `unmaintained`. */
  informational?: Informational;
  /** ISO instant of the first publication, where a record states it. */
  published?: string;
  file: string;
  /** The line of the package in the file, where it was found. */
  line?: number;
  url: string;
}

/** A source of a package that an installer would follow without asking (`sca`). */
export interface SourceFinding extends FindingBase {
  kind: 'source';
  rule: SourceRule;
  /** Absent when it is about the whole file. */
  packageName?: string;
  version?: string;
  message: string;
  file: string;
  line?: number;
}

/** The place of a secret in a history. */
export interface HistoryPlace {
  /** The commit that added it. */
  commitHash: string;
  /** Whether it is gone from the default branch; absent where that is not known. */
  goneFromHead?: boolean;
}

/** A hard-coded credential (`secrets`). It never contains the secret itself. */
export interface SecretFinding extends FindingBase {
  kind: 'secret';
  rule: string;
  file: string;
  /** Starts at 1. */
  line: number;
  column: number;
  /** The position behind its last character. */
  endLine?: number;
  endColumn?: number;
  /** At most the first 4 characters, then dots. */
  redacted: string;
  /** Equal for the same secret in a file of another name. */
  contextHash?: string;
  /** Its place in the history of its repository; absent for a secret in the scanned commit. */
  history?: HistoryPlace;
  /** The answer of its provider when the unit was scanned; absent where no provider was queried. */
  liveness?: Liveness;
}

/** A component whose license the policy does not accept (`license`). */
export interface LicenseFinding extends FindingBase {
  kind: 'license';
  purl?: string;
  packageName: string;
  version?: string;
  /** The expression that was evaluated. */
  license: string;
  category: string;
  file: string;
  /** The line of the package in the file, where it was found. */
  line?: number;
}

/** A step of a data flow. */
export interface FlowStep {
  /** The path of another file; absent for that of the finding. */
  file?: string;
  line: number;
  column: number;
  message: string;
}

/** A weakness in source code (`sast`). */
export interface CodeFinding extends FindingBase {
  kind: 'code';
  rule: string;
  cwe: string;
  /**
   * Absent for a proven data flow or a certain pattern. `low` is for an auditor: it is reported, and judged only when
   * the policy says so.
   */
  confidence?: Confidence;
  message: string;
  /** Advice on the fix. */
  help?: string;
  file: string;
  line: number;
  column: number;
  /** The position behind its last character; absent when it is not known. */
  endLine?: number;
  endColumn?: number;
  /** The data flow from the untrusted source; the last step is the finding's own location. */
  flow?: FlowStep[];
  /** Equal for the same code in a file of another name. */
  contextHash?: string;
}

/**
 * A recommendation about a dependency (`dependency-advisor`). It does not count in summaries or verdicts; the
 * vulnerabilities it clears are findings of `sca`.
 */
export interface UpgradeFinding extends FindingBase {
  kind: 'upgrade';
  /**
   * `upgrade`: `upgradeTo` fixes known vulnerabilities. `no_fix`: no fixed version is known. `remove`: the
   * package is malicious. `deprecated`, `end_of_life`: no known vulnerability, but future ones will not be
   * fixed.
   */
  advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
  purl?: string;
  packageName: string;
  version: string;
  scope: DependencyScope;
  direct: boolean;
  /**
   * Direct dependencies that lead to it, as names with versions: these must be upgraded. Empty when the file
   * has no graph.
   */
  via: string[];
  /** The smallest known version that is better. */
  upgradeTo?: string;
  /**
   * Dependents whose ranges exclude `upgradeTo`, each with its range: they must be upgraded or overridden. Absent
   * without any, and where the lockfile states no ranges.
   */
  refusedBy?: string[];
  /**
   * True if `upgradeTo` is a breaking change in the ecosystem's terms (a major version; below 1.0 a minor one).
   */
  breaking: boolean;
  /** Ids of the advisories that do not apply to `upgradeTo`, or that a removal clears. */
  clears: string[];
  /** Ids of the advisories that still apply to `upgradeTo`, or that nothing clears. */
  remaining: string[];
  /** Why there is no upgrade, or only a partial one. */
  reason?: string;
  file: string;
  /** The line of the package in the file, where it was found. */
  line?: number;
}

export type Finding =
  | VulnerabilityFinding
  | SourceFinding
  | SecretFinding
  | LicenseFinding
  | CodeFinding
  | UpgradeFinding;
