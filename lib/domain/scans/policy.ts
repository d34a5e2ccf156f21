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

/** Which licences an organization accepts. */
export interface LicensePolicy {
  /** Categories that are not compliant. */
  denyCategories: LicenseCategory[];
  /** SPDX ids that are never compliant, whatever their category. */
  deny: string[];
  /** SPDX ids that are always compliant, whatever their category; `deny` wins over `allow`. */
  allow: string[];
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
