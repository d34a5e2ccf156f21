import type { Judgment } from '@scangate/domain/verdict/judgment';
import type { SeverityCounts, Summary, Verdict, VerdictReason } from '@scangate/domain/verdict/verdict';
import { supportedEcosystems } from '@scangate/engines/model/component';
import { errorCodes } from '@scangate/engines/model/failure';
import type { Coverage, EcosystemLicenseAnswers, LicenseDataAnswers } from '@scangate/engines/model/coverage';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { thresholds } from '@scangate/engines/model/severity';
import {
  unusedReasons,
  type ProposedSuppression,
  type UnusedSuppression,
} from '@scangate/engines/model/gate/suppressions';
import { isTrue, keyIn, listOf, number, objectOf, oneOf, optional, text } from './parse-value.ts';

export const scanType = oneOf(scanTypes);
export const errorCode = oneOf(errorCodes);
export const threshold = oneOf(thresholds);

export const severityCounts = {
  critical: number,
  high: number,
  medium: number,
  low: number,
  unknown: number,
  total: number,
};

const summary = objectOf<Summary>({
  vulnerabilities: optional(
    objectOf<NonNullable<Summary['vulnerabilities']>>({
      ...severityCounts,
      dependencies: number,
      code: number,
    }),
  ),
  secrets: optional(objectOf<SeverityCounts>(severityCounts)),
  licenses: optional(
    objectOf<NonNullable<Summary['licenses']>>({
      compliant: number,
      nonCompliant: number,
      unknown: number,
      total: number,
    }),
  ),
  severityThreshold: threshold,
});

const licenseAnswers = { answered: number, likely: number, unanswered: number };

const coverage = objectOf<Verdict['coverage'][number]>({
  projectUnitId: text,
  scanType,
  status: keyIn<Coverage['status']>({ assessed: true, partial: true, unassessed: true }),
  assessed: number,
  gaps: listOf(
    objectOf<Coverage['gaps'][number]>({
      reason: text,
      file: optional(text),
      count: optional(number),
      files: optional(listOf(text)),
    }),
  ),
  nothingToAssess: optional(isTrue),
  canary: optional(keyIn<'found'>({ found: true })),
  licenseData: optional(
    objectOf<LicenseDataAnswers>({
      snapshot: text,
      id: text,
      ...licenseAnswers,
      ecosystems: listOf(
        objectOf<EcosystemLicenseAnswers>({
          ecosystem: oneOf(supportedEcosystems),
          packages: number,
          ...licenseAnswers,
        }),
      ),
    }),
  ),
});

export const proposed = { file: text, line: number, entry: text };

export const verdictName = keyIn<Verdict['verdict']>({ PASS: true, FAIL: true, ERROR: true });

export const reason = keyIn<VerdictReason>({
  critical_vulnerabilities_found: true,
  vulnerabilities_above_threshold: true,
  critical_secrets_found: true,
  secrets_above_threshold: true,
  non_compliant_licenses_found: true,
  coverage_incomplete: true,
  no_issues_found: true,
  scan_failed: true,
});

const pomSnapshot = optional(objectOf<NonNullable<Verdict['pomSnapshot']>>({ id: text, poms: number }));

export const verdict = objectOf<Verdict>({
  verdict: verdictName,
  reason,
  reasons: listOf(reason),
  summary,
  errorCode: optional(errorCode),
  judgedAt: text,
  advisorySnapshot: objectOf<Verdict['advisorySnapshot']>({ id: text, builtAt: optional(text) }),
  licenseSnapshot: optional(objectOf<NonNullable<Verdict['licenseSnapshot']>>({ id: text, day: text })),
  pomSnapshot,
  inventoryDigest: text,
  policyDigest: text,
  waiversDigest: text,
  suppressionsDigest: text,
  coverage: listOf(coverage),
  missingScanTypes: listOf(scanType),
  suppressionsProposed: listOf(objectOf<ProposedSuppression>(proposed)),
  suppressionsUnused: listOf(objectOf<UnusedSuppression>({ ...proposed, reason: oneOf(unusedReasons) })),
  suppressionsOmitted: optional(
    objectOf<NonNullable<Verdict['suppressionsOmitted']>>({ proposed: number, unused: number }),
  ),
});

export const judgment = objectOf<Judgment>({
  inputsDigest: text,
  judgedAt: text,
  verdict: keyIn<Judgment['verdict']>({ PASS: true, FAIL: true }),
  reason,
  reasons: listOf(reason),
  summary,
  advisorySnapshot: objectOf<Verdict['advisorySnapshot']>({ id: text, builtAt: optional(text) }),
  pomSnapshot,
  inventoryDigest: text,
  policyDigest: text,
  suppressionsDigest: text,
  waiversDigest: text,
});
