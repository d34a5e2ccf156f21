import type { CustomRulesInForce } from './custom-rules.ts';
import type { SuppressionMode } from './suppressions.ts';
import type { ScanType } from '../scan-type.ts';
import type { Threshold } from '../severity.ts';
import type { SourceRule } from '../source-problem.ts';

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
  /** Absent rules have their default (docs/adr/0035-sources-of-packages.md). */
  severities?: Partial<Record<SourceRule, Threshold>>;
  /** Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
  allowedHosts?: string[];
}

/** The highest severity of findings in tests, fixtures, examples and documentation; `critical`: as elsewhere. */
export interface TestFolders {
  secrets?: Threshold;
  code?: Threshold;
}
export const defaultTestFolders = { secrets: 'low', code: 'critical' } as const satisfies TestFolders;

/** The scan types whose coverage a policy can require. */
export const judgedScanTypes = ['sca', 'license', 'secrets', 'sast'] as const satisfies ScanType[];
export type JudgedScanType = (typeof judgedScanTypes)[number];

/** The responses of the gate to something that is not assessed: `report` names it, `fail` fails the scan. */
export const unassessedActions = ['report', 'fail'] as const;
export type OnUnassessed = Partial<Record<JudgedScanType, (typeof unassessedActions)[number]>>;

/** Vulnerabilities in dependencies that fail the gate whatever their severity. */
export interface FailOn {
  /** Those in CISA's catalog of known exploited vulnerabilities. */
  knownExploited?: true;
  /** Those with at least this EPSS score, 0 to 1. */
  epssAtLeast?: number;
}

/** Vulnerabilities in dependencies that are reported and do not count. */
export interface Ignore {
  /** Those without a known fix, for this many days after their publication. */
  unfixable?: { untilDays: number };
  /** Those in packages that are only needed for development. */
  developmentDependencies?: true;
  /** Those in packages that the code of the unit does not import, provided that all of it could be read. */
  unused?: true;
}

/**
 * The severity that counts when several are stated for a vulnerability: the highest, or that of the newest CVSS
 * version.
 */
export const severityChoices = ['highest', 'newest'] as const;
export type SeverityChoice = (typeof severityChoices)[number];

/** `single`: an owner or admin sets a waiver in force alone. `four_eyes`: a second person approves each waiver. */
export const waiverApprovals = ['single', 'four_eyes'] as const;
export type WaiverApproval = (typeof waiverApprovals)[number];

/** Whether the providers of found secrets are queried about them. */
export const secretVerifications = ['off', 'on'] as const;
export type SecretVerification = (typeof secretVerifications)[number];

/** The longest lifetime of a waiver that any policy allows, and the default of a policy that states none. */
export const maxWaiverDays = 365;
export const defaultMaxWaiverDays = 90;

/** The default threshold of the pull-request check. */
export const defaultPrCheckThreshold: Threshold = 'high';

/** All settings of an organization that a verdict depends on. */
export interface GatePolicy {
  severityThreshold: Threshold;
  /** The severity that an unknown severity counts as. */
  unknownSeverityAs: Threshold;
  license: LicensePolicy;
  /** `low`: findings in code of low confidence are judged as well. Absent: only those of high confidence are. */
  minimumConfidence?: Confidence;
  /** Absent: secrets are low, and code is as severe as elsewhere. */
  testFolders?: TestFolders;
  /** Absent: every rule is high, and only public and configured hosts are accepted. */
  sources?: SourcePolicy;
  /** The threshold of the pull-request check, which judges what a change changes. Absent: high. */
  prCheckSeverityThreshold?: Threshold;
  /** The side whose suppressions count. Absent: those of the reviewed side. */
  suppressions?: SuppressionMode;
  /**
   * For absent types: `fail` when secrets or code were requested by name and none of it was assessed, else `report`.
   */
  onUnassessed?: OnUnassessed;
  /** A scan of fewer types is shown as neutral where others show a green result. Absent: the full scope. */
  requiredScanTypes?: ScanType[];
  failOn?: FailOn;
  ignore?: Ignore;
  /** Absent: highest. */
  severity?: SeverityChoice;
  /** The longest lifetime of a waiver in days. Absent: 90. */
  maxWaiverDays?: number;
  /** Absent: single. */
  waiverApproval?: WaiverApproval;
  /** Rules whose findings no waiver covers, and `live-secrets` for secrets that work. */
  neverWaive?: string[];
  /** `on`: the providers of secrets are queried whether these still work. Absent: off. */
  verifySecrets?: SecretVerification;
  /** The organization's rules, in addition to those of the engines. */
  customRules?: CustomRulesInForce;
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
