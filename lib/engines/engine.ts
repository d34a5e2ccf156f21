import type { AllowComment, Detection, FilesOfType, RequestedByFile } from './model/assessed-unit.ts';
import type { PinnedRuntime } from './advisor/pinned-runtimes.ts';
import type { Inventory } from './model/component.ts';
import type { Coverage } from './model/coverage.ts';
import type { Finding } from './model/finding.ts';
import type { SecretVerifier } from './model/gate/secret-liveness.ts';
import type { FoundSecrets } from './secrets/verify-detections.ts';
import type { GatePolicy } from './model/gate/policy.ts';
import type { ScanType, SourceScanType } from './model/scan-type.ts';
import type { AdvisoryIndex } from './model/advisory.ts';
import type { UnitUsage } from './import-usage/unit-usage.ts';
import type { SourceFiles } from './model/source-files.ts';
import type { IgnoreFile } from './suppression/ignore-file.ts';

/** The input of an engine that reads source files. */
export interface SourceInput {
  files: SourceFiles;
  /** The ignore file of the unit. The engine removes secrets from the reasons of its entries. */
  ignoreFile: IgnoreFile;
  /** The key for digests of lines, which may hold secrets. */
  lineKey: string;
  /** Selects the secrets that the result has in clear text; none without it. */
  keepsSecret?: SecretVerifier['accepts'];
}

export interface SourceResult {
  findings: Detection[];
  comments: AllowComment[];
  files: FilesOfType;
  coverage: Coverage;
  /** The files from which findings were dropped; only for secrets. */
  lost?: string[];
  /** The secrets that the input selects. */
  secrets?: FoundSecrets;
  /** The steps that it took, for engines that have a budget of steps. */
  steps?: number;
}

/** The engine of a scan type that reads source files: a pure function of files. */
export interface SourceEngine {
  scanType: SourceScanType;
  version: string;
  run(input: SourceInput): SourceResult;
}

/** The input of an engine that evaluates an inventory. */
export interface EngineInput {
  inventory: Inventory;
  /** The ranges that the lockfiles of the inventory state. */
  requested: RequestedByFile;
  /** The language runtimes that the unit pins. */
  runtimes: readonly PinnedRuntime[];
  /** The use of the packages by code; absent where it is not known. */
  usage?: UnitUsage | undefined;
  advisories: AdvisoryIndex;
  /** Why licenses that no lockfile states are unknown; absent when no license source was queried. */
  licenseGaps?: Coverage['gaps'];
  policy: GatePolicy;
}

export interface EngineResult {
  findings: Finding[];
  coverage: Coverage;
  /** Number of components by license compliance; only for the license engine. */
  licenses?: { compliant: number; nonCompliant: number; unknown: number; total: number };
}

/** The engine of a scan type that evaluates an inventory: a pure function of inventory, advisories and policy. */
export interface Engine {
  scanType: Exclude<ScanType, SourceScanType>;
  version: string;
  run(input: EngineInput): EngineResult;
}
