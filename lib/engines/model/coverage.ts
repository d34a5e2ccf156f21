import type { PackageEcosystem } from './component.ts';
import type { ScanType } from './scan-type.ts';

/**
 * Assessment of one unit by one scan type. Unassessed content is never reported as clean: `partial` and
 * `unassessed` have gaps with a reason and the paths of files.
 */
export interface Coverage {
  scanType: ScanType;
  status: 'assessed' | 'partial' | 'unassessed';
  /** Number of files or components assessed. */
  assessed: number;
  gaps: {
    reason: string;
    /** The file, when it is one. */
    file?: string;
    count?: number;
    /** The first files, when they are several. */
    files?: string[];
  }[];
  /** Set when the unit has nothing of the kind: no dependency file, no file, no source code. */
  nothingToAssess?: true;
  /**
   * Set when the engine found a known-bad sample in the same run. An engine that misses its sample fails the
   * scan. Absent for engines that match nothing, or without anything to match against.
   */
  canary?: 'found';
  /** The answers of the license data about the components whose file states no license; only for `license`. */
  licenseData?: LicenseDataAnswers;
}

/** Numbers of components without a stated license. */
export interface LicenseAnswerCounts {
  /** Those for which the data has a license. */
  answered: number;
  /** Those for which it only knows other versions. */
  likely: number;
  unanswered: number;
}

/** The answers by ecosystem, and how many packages of it the data knows. */
export interface EcosystemLicenseAnswers extends LicenseAnswerCounts {
  ecosystem: PackageEcosystem;
  packages: number;
}

export interface LicenseDataAnswers extends LicenseAnswerCounts {
  /** The day of the data. */
  snapshot: string;
  /** Digest of the data. */
  id: string;
  ecosystems: EcosystemLicenseAnswers[];
}
