import type { Records } from '@scangate/domain/record-changes';

const at = '2026-03-01T12:00:00.000Z';
const owned = { organizationId: 'o-1' };
const seen = { scanId: 's-1', commitHash: 'a'.repeat(40), at };

type TrackingRecord =
  | 'trackedFinding'
  | 'findingLocation'
  | 'followedCommit'
  | 'repositoryGate'
  | 'trend'
  | 'repositoryTrend';

/** The records that follow default branches, with every field. */
export const fullTracking: { [R in TrackingRecord]: Required<Records[R]> } = {
  trackedFinding: {
    ...owned,
    projectUnitId: 'u-1',
    fingerprint: 'f'.repeat(32),
    repositoryId: 'r-1',
    kind: 'vulnerability',
    severity: 'high',
    title: 'Prototype pollution',
    unitPath: 'web',
    file: 'package-lock.json',
    rule: 'GHSA-jf85-cpcp-j695',
    packageName: 'lodash',
    packageVersion: '4.17.11',
    history: { commitHash: 'c'.repeat(40), goneFromHead: true },
    fixable: true,
    knownExploited: true,
    occurrences: 2,
    state: 'waived',
    version: 3,
    firstSeen: seen,
    lastSeen: seen,
    openedAt: at,
    fixed: seen,
    tolerated: { by: 'waiver', reason: 'not reachable', waiverId: 'w-1', expiresAt: at },
    unconfirmed: true,
    assignee: 'p-1',
    notes: 'The upgrade is planned.',
    notedAt: at,
    ticket: 'https://tickets.example.com/SHOP-1',
    triageVersion: 4,
    listedOf: 'o-1',
    listedBy: `2#1#${at}#u-1#${'f'.repeat(32)}`,
    expiresAt: at,
  },
  findingLocation: { ...owned, fingerprint: 'f'.repeat(32), projectUnitId: 'u-1', expiresAt: at },
  followedCommit: {
    ...owned,
    repositoryId: 'r-1',
    newest: { ...seen, branch: 'main' },
    version: 7,
    seen: { ...seen, scanTypes: ['sca'], projectUnitId: 'u-1' },
    previous: { ...seen, scanId: 's-0', scanTypes: ['sca'], projectUnitId: 'u-1' },
    units: ['u-1'],
    artifacts: { 'u-1': 's-1' },
    telling: ['2026-05-01T00:00:00.000Z'],
  },
  repositoryGate: {
    ...owned,
    repositoryId: 'r-1',
    fullName: 'acme/shop',
    branch: 'main',
    scanId: 's-1',
    commitHash: 'a'.repeat(40),
    fullScope: true,
    verdict: 'FAIL',
    reason: 'critical_vulnerabilities_found',
    judgedAt: at,
    failingSince: at,
    version: 2,
  },
  trend: {
    ...owned,
    day: '2026-03-01',
    critical: 1,
    high: -1,
    medium: 2,
    low: 3,
    unknown: 0,
    waived: -2,
    opened: 6,
    fixed: 1,
    fixSeconds: 86_400,
    pass: 2,
    fail: 1,
    error: 0,
  },
  repositoryTrend: {
    ...owned,
    repositoryId: 'r-1',
    day: '2026-03-01',
    critical: 1,
    high: -1,
    medium: 2,
    low: 3,
    unknown: 0,
    waived: -2,
    opened: 6,
    fixed: 1,
    fixSeconds: 86_400,
    pass: 2,
    fail: 1,
    error: 0,
  },
};
