import type { Scan, ScanUnit } from '@scangate/domain/records';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { DetectedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { SecretVerifier } from '@scangate/engines/model/gate/secret-liveness';
import type { ScanType, SourceScanType } from '@scangate/engines/model/scan-type';
import type { Advisories } from './advisories.ts';
import type { LicenseData, LicenseSource } from './license-source.ts';

/** A unit to assess, without the bytes of its files. */
export interface UnitToAssess {
  scan: Pick<Scan, 'scanId' | 'commitHash' | 'fullScope' | 'artifact'>;
  /** The inputs for judging the unit. */
  gate: GateInputs;
  unit: Pick<ScanUnit, 'projectUnitId' | 'path' | 'type'>;
  /** The key for digests of lines and secrets. */
  lineKey: string;
  /** Full name of the repository. */
  fullName: string;
  /** The scan types that apply to the unit. */
  scanTypes: ScanType[];
  /** Whether other units of the scan have dependencies. */
  hasOtherUnits?: boolean;
}

/** The sources that an assessment uses: the archive of its files or its artifact, advisories and licenses. */
export interface AssessmentSources {
  /** Read once; its chunks may be freed. */
  content: AsyncIterable<Uint8Array>;
  advisories: Advisories;
  licenseData: LicenseData;
  licenseSource: LicenseSource;
  publishedPoms: PublishedPoms;
  /** Asks the providers of secrets; absent when the policy does not allow it. */
  secretVerifier?: SecretVerifier;
}

/** The documents of an assessed unit, each as JSON text. Bytes belong to the caller, who may free them. */
export interface UnitDocuments {
  findings: Uint8Array | string;
  result: Uint8Array | string;
  /** The assessment, from which the unit can be judged again. */
  assessment: Uint8Array | string;
  sbom?: Uint8Array | string;
}

/** Parses the bytes of a unit and runs its engines, isolated from everything that the caller can access. */
export interface UnitAssessor {
  /** @throws ScanFailed, or the abort reason of the signal. */
  assess(
    unit: UnitToAssess,
    sources: AssessmentSources,
    run: { now: Date; signal: AbortSignal },
  ): Promise<UnitDocuments>;
}

/** The engines to run, and their inputs. */
export interface DetectionQuestion {
  scanTypes: readonly SourceScanType[];
  /** The key for digests of lines and secrets. */
  lineKey: string;
  /** The rules of the organization, which run in addition to those of the engines. */
  customRules?: readonly CustomRule[] | undefined;
  /** Asks the providers of secrets; absent when nobody is asked. */
  secretVerifier?: SecretVerifier | undefined;
}

/**
 * Runs the engines for source files on files that are not a unit, isolated from everything that the caller can
 * access.
 */
export interface SourceDetector {
  /**
   * @param archive of the files, packed like that of a unit.
   * @throws Error, or the abort reason of the signal.
   */
  detect(
    archive: AsyncIterable<Uint8Array>,
    question: DetectionQuestion,
    signal: AbortSignal,
  ): Promise<DetectedFindings>;
}
