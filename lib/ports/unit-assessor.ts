import type { Scan, ScanUnit } from '@scangate/domain/records';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { DetectedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { OwnRule } from '@scangate/engines/model/gate/own-rules';
import type { SecretVerifier } from '@scangate/engines/model/gate/secret-liveness';
import type { ScanType, SourceScanType } from '@scangate/engines/model/scan-type';
import type { Advisories } from './advisories.ts';
import type { LicenseData, LicenseSource } from './license-source.ts';

/** A unit to assess, without the bytes of its files. */
export interface UnitToAssess {
  scan: Pick<Scan, 'scanId' | 'commitHash' | 'fullScope' | 'artifact'>;
  /** The inputs by which the unit is judged. */
  gate: GateInputs;
  unit: Pick<ScanUnit, 'projectUnitId' | 'path' | 'type'>;
  /** The key of digests of lines and secrets. */
  lineKey: string;
  /** Full name of the repository. */
  fullName: string;
  /** The scan types that apply to the unit. */
  scanTypes: ScanType[];
  /** True if other units of the scan have dependencies. */
  hasOtherUnits?: boolean;
}

/** The sources that an assessment asks for: the archive of its files or its artifact, advisories and licenses. */
export interface AssessmentSources {
  content: AsyncIterable<Uint8Array>;
  advisories: Advisories;
  licenseData: LicenseData;
  licenseSource: LicenseSource;
  publishedPoms: PublishedPoms;
  /** Asks the providers of secrets; absent where the policy does not want that. */
  secretVerifier?: SecretVerifier;
}

/** The documents of an assessed unit, each as JSON text. */
export interface UnitDocuments {
  findings: Uint8Array | string;
  result: Uint8Array | string;
  /** The assessment, by which the unit can be judged again. */
  assessment: Uint8Array | string;
  sbom?: Uint8Array | string;
}

/** Parses the bytes of a unit and runs its engines, apart from whatever the caller may reach. */
export interface UnitAssessor {
  /** @throws ScanFailed, or the reason of the signal. */
  assess(
    unit: UnitToAssess,
    sources: AssessmentSources,
    run: { now: Date; signal: AbortSignal },
  ): Promise<UnitDocuments>;
}

/** The engines that look, and what they look by. */
export interface DetectionQuestion {
  scanTypes: readonly SourceScanType[];
  /** The key of digests of lines and secrets. */
  lineKey: string;
  /** The rules of the organization, which run beside those of the engines. */
  ownRules?: readonly OwnRule[] | undefined;
  /** Asks the providers of secrets; absent where nobody is asked. */
  secretVerifier?: SecretVerifier | undefined;
}

/** Finds what the engines of source files find in files that are not a unit, apart from whatever the caller may reach. */
export interface SourceDetector {
  /**
   * @param archive of the files, as a unit's is packed.
   * @throws Error, or the reason of the signal.
   */
  detect(
    archive: AsyncIterable<Uint8Array>,
    question: DetectionQuestion,
    signal: AbortSignal,
  ): Promise<DetectedFindings>;
}
