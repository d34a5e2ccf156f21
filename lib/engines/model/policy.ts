import type { Threshold } from './severity.ts';
import type { SourceRule } from './source-problem.ts';

export const licenseCategories = [
  'permissive',
  'weak-copyleft',
  'strong-copyleft',
  'network-copyleft',
  'source-available',
  'proprietary',
  'unknown',
] as const;
export type LicenseCategory = (typeof licenseCategories)[number];

/** An exception for one package that a person decided on, with a reason. */
export interface LicenseException {
  /** A package name or a package URL with or without version; `*` matches any text. */
  package: string;
  /** Restricts the exception to these terms, so that new terms are evaluated again. Absent: any license. */
  license?: string | undefined;
  reason: string;
}

/** The licenses an organization accepts. */
export interface LicensePolicy {
  /** Categories that are not compliant. */
  denyCategories: LicenseCategory[];
  /** SPDX ids that are never compliant, whatever their category. */
  deny: string[];
  /** SPDX ids that are always compliant, whatever their category; `deny` wins over `allow`. */
  allow: string[];
  /** Exceptions per package, which win over all of the above. Absent: none. */
  exceptions?: LicenseException[];
  /** True: development dependencies are reported but do not count. Absent: they count. */
  ignoreDevelopment?: boolean;
}

/** The confidence of a finding in code: `high` is a proven flow or a certain pattern, `low` a place to look at. */
export const confidences = ['high', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** Settings that judge findings about the sources of packages. */
export interface SourcePolicy {
  /** Absent rules are high. */
  severities?: Partial<Record<SourceRule, Threshold>>;
  /** Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
  allowedHosts?: string[];
}

/** All settings of an organization that a verdict depends on. */
export interface GatePolicy {
  severityThreshold: Threshold;
  /** The severity that an unknown severity counts as. */
  unknownSeverityAs: Threshold;
  license: LicensePolicy;
  /** `low`: findings in code of low confidence are judged as well. Absent: only those of high confidence are. */
  minimumConfidence?: Confidence;
  /**
   * The highest severity of a secret in a test, fixture, example or documentation folder. Absent: low.
   */
  sampleSecretSeverity?: Threshold;
  /** Absent: every rule is high, and only public and configured hosts are accepted. */
  sources?: SourcePolicy;
}

/**
 * Rejects strong and network copyleft and source-available terms; an unknown license stays unknown
 * (docs/adr/0020-license-policy.md).
 */
export const defaultPolicy: GatePolicy = {
  severityThreshold: 'critical',
  unknownSeverityAs: 'high',
  license: {
    denyCategories: ['strong-copyleft', 'network-copyleft', 'source-available'],
    deny: [],
    allow: [],
  },
};
