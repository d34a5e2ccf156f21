import type { Inventory } from './model/component.ts';
import type { Coverage, Finding } from './model/finding.ts';
import type { GatePolicy } from './model/policy.ts';
import type { UnitType } from './model/project-unit.ts';
import type { ScanType } from './model/scan-type.ts';
import type { AdvisoryIndex } from './sca/advisory.ts';

import type { SourceFiles } from './model/source-files.ts';
export type { SourceFiles } from './model/source-files.ts';

export interface EngineInput {
  unit: { path: string; type: UnitType };
  files: SourceFiles;
  /** Read once per unit, before any engine runs. */
  inventory: Inventory;
  advisories: AdvisoryIndex;
  /** What kept the licences that no lockfile states from being known; absent: nobody was asked. */
  licenseGaps?: Coverage['gaps'];
  policy: GatePolicy;
  /** Milliseconds of a monotonic clock, for per-file time bounds only. */
  elapsedMs: () => number;
}

export interface EngineResult {
  findings: Finding[];
  coverage: Coverage;
  /** Of the licence engine only: components by what the policy makes of their licence. */
  licenses?: { compliant: number; nonCompliant: number; unknown: number; total: number };
}

/** One scan type: a pure function of files, inventory, advisories and policy. One folder each under `scanners/`. */
export interface Engine {
  scanType: ScanType;
  run(input: EngineInput): EngineResult;
}
