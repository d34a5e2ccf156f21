import {
  confidences,
  licenseCategories,
  secretVerifications,
  severityChoices,
  unassessedActions,
  waiverApprovals,
  type FailOn,
  type GatePolicy,
  type Ignore,
  type LicenseException,
  type OnUnassessed,
  type SourcePolicy,
  type TestFolders,
} from '@scangate/engines/model/gate/policy';
import { flag, isTrue, keyIn, listOf, number, objectOf, oneOf, optional, text } from './parse-value.ts';
import { scanType, threshold } from './verdict-parsers.ts';

const license = objectOf<GatePolicy['license']>({
  denyCategories: listOf(oneOf(licenseCategories)),
  deny: listOf(text),
  allow: listOf(text),
  exceptions: optional(
    listOf(objectOf<LicenseException>({ package: text, license: optional(text), reason: text })),
  ),
  ignoreDevelopment: optional(flag),
});

const sources = objectOf<SourcePolicy>({
  severities: optional(
    objectOf<NonNullable<SourcePolicy['severities']>>({
      'resolved-mismatch': optional(threshold),
      'unexpected-host': optional(threshold),
      'missing-integrity': optional(threshold),
      'git-source': optional(threshold),
      'url-source': optional(threshold),
      'insecure-source': optional(threshold),
      'extra-registry': optional(threshold),
      'named-registry': optional(threshold),
      'replaced-package': optional(threshold),
    }),
  ),
  allowedHosts: optional(listOf(text)),
});

const unassessedAction = optional(oneOf(unassessedActions));

const ignore = objectOf<Ignore>({
  unfixable: optional(objectOf<NonNullable<Ignore['unfixable']>>({ untilDays: number })),
  developmentDependencies: optional(isTrue),
  unused: optional(isTrue),
});

export const gatePolicy = objectOf<GatePolicy>({
  severityThreshold: threshold,
  unknownSeverityAs: threshold,
  license,
  minimumConfidence: optional(oneOf(confidences)),
  testFolders: optional(objectOf<TestFolders>({ secrets: optional(threshold), code: optional(threshold) })),
  sources: optional(sources),
  prCheckSeverityThreshold: optional(threshold),
  suppressions: optional(
    keyIn<NonNullable<GatePolicy['suppressions']>>({ reviewed: true, commit: true, none: true }),
  ),
  onUnassessed: optional(
    objectOf<OnUnassessed>({
      sca: unassessedAction,
      license: unassessedAction,
      secrets: unassessedAction,
      sast: unassessedAction,
    }),
  ),
  requiredScanTypes: optional(listOf(scanType)),
  failOn: optional(objectOf<FailOn>({ knownExploited: optional(isTrue), epssAtLeast: optional(number) })),
  ignore: optional(ignore),
  severity: optional(oneOf(severityChoices)),
  maxWaiverDays: optional(number),
  waiverApproval: optional(oneOf(waiverApprovals)),
  neverWaive: optional(listOf(text)),
  verifySecrets: optional(oneOf(secretVerifications)),
  customRules: optional(
    objectOf<NonNullable<GatePolicy['customRules']>>({
      digest: text,
      secrets: listOf(text),
      code: listOf(text),
    }),
  ),
});
