import type { Scan } from '@scangate/domain/records';
import type { GatePolicy } from '@scangate/engines/model/policy';

const at = '2026-03-01T12:00:00.000Z';

/** A policy with every field. */
export const fullPolicy: Required<GatePolicy> = {
  severityThreshold: 'high',
  unknownSeverityAs: 'medium',
  license: {
    denyCategories: ['strong-copyleft'],
    deny: ['GPL-3.0-only'],
    allow: ['MIT'],
    exceptions: [
      { package: 'left-pad', license: 'WTFPL', reason: 'Harmless.' },
      { package: '*', reason: 'All.' },
    ],
    ignoreDevelopment: true,
  },
  minimumConfidence: 'low',
  sampleSecretSeverity: 'medium',
  sources: {
    severities: {
      'resolved-mismatch': 'critical',
      'unexpected-host': 'high',
      'missing-integrity': 'medium',
      'git-source': 'low',
      'url-source': 'low',
      'insecure-source': 'high',
    },
    allowedHosts: ['packages.example.com'],
  },
  suppressions: 'commit',
  onUnassessed: { sca: 'fail', license: 'report', secrets: 'fail', sast: 'report' },
  requiredScanTypes: ['sca', 'secrets'],
  failOn: { knownExploited: true, epssAtLeast: 0.5 },
  ignore: { unfixable: { untilDays: 30 }, developmentDependencies: true },
  severity: 'newest',
  maxWaiverDays: 30,
  waiverApproval: 'four_eyes',
  neverWaive: ['private-key'],
};
const counts = { critical: 1, high: 0, medium: 2, low: 0, unknown: 3, total: 6 };
/** A scan with every field. */
export const fullScan: Required<Scan> = {
  organizationId: 'o-1',
  scanId: 's-1',
  repositoryId: 'r-1',
  commitHash: 'a'.repeat(40),
  branch: 'main',
  projectUnitId: 'u-1',
  status: 'completed',
  scanTypes: ['sca', 'secrets'],
  fullScope: false,
  skippedScanTypes: [{ scanType: 'sast', reason: 'sast_addon_required' }],
  sourceTrigger: 'api',
  personId: 'p-1',
  billingAccountId: 'a-1',
  units: [
    {
      projectUnitId: 'u-1',
      path: '',
      type: 'npm',
      status: 'failed',
      charge: { core: 1, sast: 2 },
      promotionsVersions: { core: 3 },
      chargedPeriods: { core: at },
      error: 'No.',
      errorCode: 'repo_access',
    },
    { projectUnitId: 'u-2', path: 'web', type: 'go', status: 'completed', charge: {} },
  ],
  unitsVersion: 4,
  chargedPeriods: { core: at },
  clientMonth: '2026-03',
  policyDigest: 'digest',
  severityThreshold: 'high',
  dedupDigest: 'digest',
  artifact: { kind: 'lockfile', path: 'package-lock.json' },
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  errorCode: 'repo_access',
  error: 'No.',
  verdict: {
    verdict: 'FAIL',
    reason: 'vulnerabilities_above_threshold',
    reasons: ['vulnerabilities_above_threshold', 'non_compliant_licenses_found'],
    summary: {
      vulnerabilities: { ...counts, dependencies: 4, code: 2 },
      secrets: counts,
      licenses: { compliant: 1, nonCompliant: 1, unknown: 0, total: 2 },
      severityThreshold: 'high',
    },
    errorCode: 'repo_access',
    judgedAt: at,
    advisorySnapshot: { id: 'snapshot', builtAt: at },
    inventoryDigest: 'i',
    policyDigest: 'p',
    waiversDigest: 'w',
    coverage: [
      {
        projectUnitId: 'u-1',
        scanType: 'sca',
        status: 'partial',
        assessed: 3,
        gaps: [{ reason: 'size', file: 'a', count: 2 }, { reason: 'x' }],
        canary: 'found',
      },
    ],
  },
  dueQueue: 'scan3',
  dueAt: at,
  refundsDue: ['u-1'],
};

/** One sample of every kind. */
