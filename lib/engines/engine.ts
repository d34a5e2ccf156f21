import type { Inventory } from './model/component.ts';
import type { Coverage, Finding } from './model/finding.ts';
import type { GatePolicy } from './model/policy.ts';
import type { UnitType } from './model/project-unit.ts';
import type { ScanType } from './model/scan-type.ts';
import type { AdvisoryIndex } from './model/advisory.ts';
import type { SourceFiles } from './model/source-files.ts';

export interface EngineInput {
  unit: { path: string; type: UnitType };
  files: SourceFiles;
  /** Read once per unit, before any engine runs. */
  inventory: Inventory;
  advisories: AdvisoryIndex;
  /** Why licenses that no lockfile states are unknown; absent when no license source was asked. */
  licenseGaps?: Coverage['gaps'];
  policy: GatePolicy;
}

export interface EngineResult {
  findings: Finding[];
  coverage: Coverage;
  /** Number of components by license compliance; only of the license engine. */
  licenses?: { compliant: number; nonCompliant: number; unknown: number; total: number };
}

/** The engine of one scan type: a pure function of files, inventory, advisories and policy. */
export interface Engine {
  scanType: ScanType;
  run(input: EngineInput): EngineResult;
}
