import type { Threshold } from './severity.ts';

export const licenseCategories = [
  'permissive',
  'weak-copyleft',
  'strong-copyleft',
  'network-copyleft',
  'proprietary',
  'unknown',
] as const;
export type LicenseCategory = (typeof licenseCategories)[number];

/** What an organization accepts of one package, whatever its lists say: decided by a person, with a reason. */
export interface LicenseException {
  /**
   * A name as the ecosystem writes it, or a package URL with or without version; `*` stands for any text.
   */
  package: string;
  /** Accepted under these terms only, so that new ones are judged anew; absent: whatever is stated. */
  license?: string | undefined;
  reason: string;
}

/** Which licences an organization accepts. */
export interface LicensePolicy {
  /** Categories that are not compliant. */
  denyCategories: LicenseCategory[];
  /** SPDX ids that are never compliant, whatever their category. */
  deny: string[];
  /** SPDX ids that are always compliant, whatever their category; `deny` wins over `allow`. */
  allow: string[];
  /** Per package; they win over all of the above. Absent: none. */
  exceptions?: LicenseException[];
  /** What is needed for development only is reported and not judged. Absent: it is judged. */
  ignoreDevelopment?: boolean;
}

/** Everything of an organization that a verdict depends on. */
export interface GatePolicy {
  severityThreshold: Threshold;
  /** What a severity that nobody stated counts as. */
  unknownSeverityAs: Threshold;
  license: LicensePolicy;
}

/** Strong and network copyleft are not compliant; unknown is unknown (api.md, "Scans"). */
export const defaultPolicy: GatePolicy = {
  severityThreshold: 'critical',
  unknownSeverityAs: 'high',
  license: { denyCategories: ['strong-copyleft', 'network-copyleft'], deny: [], allow: [] },
};
