import type { Records } from '@scangate/domain/change';

const at = '2026-03-01T12:00:00.000Z';
const owned = { organizationId: 'o-1' };

type IntegrationRecord =
  | 'storedEvent'
  | 'subscriber'
  | 'delivery'
  | 'ticket'
  | 'attestation'
  | 'auditorPack'
  | 'packLink'
  | 'linkSecret'
  | 'bundle'
  | 'release';

/** The records of events, their subscribers, signed evidence and bundles, with every field. */
export const fullIntegrations: { [R in IntegrationRecord]: Required<Records[R]> } = {
  storedEvent: {
    ...owned,
    at,
    eventId: 'e-1',
    type: 'scan.failed',
    data: { scanId: 's-1' },
    about: { repositoryId: 'r-1', branch: 'main', severity: 'high', verdict: 'FAIL' },
    onlyFor: 'sub-1',
    dueQueue: 'event1',
    dueAt: at,
    expiresAt: at,
  },
  subscriber: {
    ...owned,
    subscriberId: 'sub-1',
    kind: 'webhook',
    name: 'Deployments',
    types: ['scan.*'],
    filter: { repositoryIds: ['r-1'], branches: ['main'], minimumSeverity: 'high', verdicts: ['FAIL'] },
    url: 'https://hooks.example.com/scangate',
    secrets: [{ sealed: 'sealed', signsUntil: at }],
    settings: { channel: 'security' },
    credential: 'sealed',
    createdAt: at,
    createdBy: 'p-1',
    version: 1,
    disabled: { at, cause: 'failing' },
    removedAt: at,
    nextSequence: 7,
    failures: 3,
    failingSince: at,
    lastDeliveredAt: at,
    warnedAt: at,
    sentOn: { day: '2026-03-01', count: 12 },
    lease: { holder: 'run-1', until: at },
    dueQueue: 'subscriber1',
    dueAt: at,
  },
  delivery: {
    ...owned,
    subscriberId: 'sub-1',
    sequence: 6,
    eventId: 'e-1',
    eventAt: at,
    type: 'scan.failed',
    state: 'waiting',
    attempts: [{ at, milliseconds: 12, status: 500, cause: 'status', excerpt: 'later' }],
    nextAttemptAt: at,
    replayed: true,
    createdAt: at,
    expiresAt: at,
  },
  ticket: {
    ...owned,
    subscriberId: 'sub-1',
    group: '0123456789abcdef',
    repositoryId: 'r-1',
    state: 'open',
    title: 'lodash 4.17.20',
    externalId: '42',
    url: 'https://tracker.example.com/42',
    closedBy: 'person',
    severity: 'high',
    knownExploited: false,
    claimedAt: at,
    changedAt: at,
    version: 2,
  },
  attestation: {
    ...owned,
    scanId: 's-1',
    judgment: 'first',
    envelope: '{}',
    keyId: 'thumbprint',
    signedAt: at,
  },
  auditorPack: {
    ...owned,
    packId: 'pack-1',
    from: at,
    to: at,
    repositoryIds: ['r-1'],
    include: ['findings'],
    state: 'ready',
    requestedAt: at,
    requestedBy: 'p-1',
    scans: 12,
    bytes: 1_000,
    sha256: 'digest',
    readyAt: at,
    error: 'none',
    expiresAt: at,
    version: 2,
  },
  packLink: {
    ...owned,
    packId: 'pack-1',
    linkId: 'link-1',
    createdAt: at,
    createdBy: 'p-1',
    expiresAt: at,
    revokedAt: at,
    openings: 1,
    lastOpenedAt: at,
  },
  linkSecret: { linkHash: 'hash', linkOf: 'o-1', packId: 'pack-1', linkId: 'link-1', expiresAt: at },
  bundle: {
    ...owned,
    bundleId: 'b-1',
    name: 'Shop',
    members: [{ repositoryId: 'r-1', projectUnitId: 'u-1' }],
    releases: 1,
    createdAt: at,
    createdBy: 'p-1',
    version: 1,
    removedAt: at,
  },
  release: {
    ...owned,
    bundleId: 'b-1',
    releaseVersion: '1.2.0',
    members: [
      {
        repositoryId: 'r-1',
        projectUnitId: 'u-1',
        scanId: 's-1',
        commitHash: 'a'.repeat(40),
        verdict: 'PASS',
      },
    ],
    verdict: 'PASS',
    snapshotId: 'snapshot-1',
    policyDigest: 'digest',
    releasedAt: at,
    releasedBy: 'p-1',
    supportUntil: at,
    documents: { sbom: 'digest' },
    version: 1,
  },
};
