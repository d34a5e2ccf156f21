import type { BaseScan, BaseUnit, Scan } from '@scangate/domain/records';
import type { BaseLocation } from '@scangate/domain/scans/base/base-scan';
import type { GroupedUnits } from '@scangate/domain/scans/units/unit-groups';
import type { PullRequestCheck, PullRequestReason } from '@scangate/domain/verdict/decide-pull-request-check';
import type { Failure } from '@scangate/engines/model/failure';

/** The units that one task of a scan scans. */
export interface UnitsToScan {
  organizationId: string;
  scanId: string;
  units: readonly string[];
  /** The archives of units that are not stored, in base64, by unit id. */
  contents?: Readonly<Record<string, string>>;
  /** Set for units of the base with which the scan is compared. */
  ofBase?: true;
}

/** The state that the workflow passes on for a unit; its result is a stored object. */
export interface UnitOutcome {
  projectUnitId: string;
  failure?: Failure;
}

/** The outcome of a unit, of the units of one task, or the failure of a task that crashed. */
export type UnitsOutcome = UnitOutcome | UnitOutcome[] | { units: readonly string[]; failure: Failure };

/**
 * The state of a base as the workflow knows it. `ready`: it is assessed. `scan`: this execution assesses its units.
 * `pending`: another one does. `unavailable`: it cannot be used.
 */
export interface PreparedBase extends Partial<GroupedUnits> {
  state: 'ready' | 'scan' | 'pending' | 'unavailable';
  reason?: 'base_not_available' | 'base_not_reviewed';
  location?: BaseLocation;
  /** The record of a base that this execution assesses. */
  row?: Pick<BaseScan, 'organizationId' | 'repositoryId' | 'digest'>;
  units: BaseUnit[];
  /** The scan types that were requested. */
  scope?: Pick<Scan, 'scanTypes' | 'fullScope'>;
}

/** The state of the workflow when the units of the scan and of its base are assessed. */
export interface ComparedUnits {
  organizationId: string;
  scanId: string;
  units: readonly { projectUnitId: string }[];
  base: PreparedBase;
  /** The outcomes of the units of the base, when this execution assessed them. */
  baseResults?: readonly UnitsOutcome[];
}

/**
 * The check that a comparison produces, without the suppressions that the verdict lists; or the reason why there is
 * none.
 */
export type ComparedBaseOutcome =
  | { check: Omit<PullRequestCheck, 'base' | 'suppressionsProposed'>; scanId?: string }
  | { reason: Extract<PullRequestReason, 'base_not_available' | 'base_not_reviewed'> };

/** An ended scan from which the state of the default branch may be updated. */
export interface ScanToFollow {
  status: string;
  organizationId: string;
  scanId: string;
  follow: true;
}

/** Runs tasks of the workflow in their own functions and waits for them. Methods throw Error when a task fails. */
export interface ScanTasks {
  /** Scans units below a certain size. */
  scanSmallUnits(units: UnitsToScan, signal: AbortSignal): Promise<UnitOutcome[]>;
  compareBase(units: ComparedUnits, signal: AbortSignal): Promise<ComparedBaseOutcome>;
  trackDefaultBranch(scan: ScanToFollow, signal: AbortSignal): Promise<unknown>;
}
