import type { BaseScan, BaseUnit, Scan } from '@scangate/domain/records';
import type { BaseLocation } from '@scangate/domain/scans/base/base-scan';
import type { GroupedUnits } from '@scangate/domain/scans/units/unit-groups';
import type { PullRequestCheck, PullRequestReason } from '@scangate/domain/verdict/decide-pull-request-check';
import type { Failure } from '@scangate/engines/model/failure';

/** The units of a scan that one task scans. */
export interface UnitsToScan {
  organizationId: string;
  scanId: string;
  units: readonly string[];
  /** The archives of units that are not stored, in base64, by the ids of the units. */
  contents?: Readonly<Record<string, string>>;
  /** Set for units of the base that the scan is compared with. */
  ofBase?: true;
}

/** The state that the workflow carries on for a unit; its result is a stored object. */
export interface UnitOutcome {
  projectUnitId: string;
  failure?: Failure;
}

/** The outcome of a unit, of the units of one task, or the failure of a task that was lost. */
export type UnitsOutcome = UnitOutcome | UnitOutcome[] | { units: readonly string[]; failure: Failure };

/**
 * The knowledge of the workflow about a base. `ready`: it is assessed. `scan`: this execution assesses its units. `pending`:
 * another one does. `unavailable`: it cannot be used.
 */
export interface PreparedBase extends Partial<GroupedUnits> {
  state: 'ready' | 'scan' | 'pending' | 'unavailable';
  reason?: 'base_not_available' | 'base_not_reviewed';
  location?: BaseLocation;
  /** The row of a base that this execution assesses. */
  row?: Pick<BaseScan, 'organizationId' | 'repositoryId' | 'digest'>;
  units: BaseUnit[];
  /** The scan types that the scan was asked for. */
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

/** The check that a comparison leads to, without the suppressions that the verdict lists; or why there is none. */
export type ComparedBaseOutcome =
  | { check: Omit<PullRequestCheck, 'base' | 'suppressionsProposed'>; scanId?: string }
  | { reason: Extract<PullRequestReason, 'base_not_available' | 'base_not_reviewed'> };

/** A scan that has ended and with which the default branch may be followed. */
export interface ScanToFollow {
  status: string;
  organizationId: string;
  scanId: string;
  follow: true;
}

/** Runs tasks of the workflow in their own functions and waits for them. Methods throw Error when one fails. */
export interface ScanTasks {
  /** Scans units of less than a certain size. */
  scanSmallUnits(units: UnitsToScan, signal: AbortSignal): Promise<UnitOutcome[]>;
  compareBase(units: ComparedUnits, signal: AbortSignal): Promise<ComparedBaseOutcome>;
  followScan(scan: ScanToFollow, signal: AbortSignal): Promise<unknown>;
}
