import type { Records } from '@scangate/domain/record-changes';

const at = '2026-03-01T12:00:00.000Z';
const owned = { organizationId: 'o-1' };

type IdentityRecord =
  | 'member'
  | 'token'
  | 'person'
  | 'personOrganization'
  | 'identity'
  | 'signIn'
  | 'usedCredential'
  | 'deviceLogin'
  | 'deviceUserCode'
  | 'deviceTries'
  | 'invitation'
  | 'invitationSecret'
  | 'trustRule'
  | 'exchangeMinute'
  | 'ssoSettings'
  | 'organizationDomain'
  | 'domainClaim'
  | 'directoryGroup'
  | 'directoryAlias'
  | 'rateMinute'
  | 'activeScans'
  | 'refusedScan'
  | 'erased'
  | 'refusal'
  | 'endedCredentials'
  | 'organizationExport';

/** The records of people, credentials, sign-on and directories, with every field. */
export const fullIdentity: { [R in IdentityRecord]: Required<Records[R]> } = {
  member: {
    ...owned,
    personId: 'p-1',
    email: 'one@example.com',
    role: 'owner',
    joinedAt: at,
    removedAt: at,
    advisoryDigest: 'off',
    directory: {
      userName: 'one@example.com',
      externalId: 'e-1',
      profile: { displayName: 'One', givenName: 'One', familyName: 'Example' },
      groups: ['Developers'],
    },
    directoryVersion: 1,
  },
  token: {
    tokenHash: 'hash',
    tokenId: 't-1',
    ...owned,
    billingAccountId: 'a-1',
    kind: 'service',
    parentHash: 'parent',
    trustId: 'trust-1',
    repositoryIds: ['r-1'],
    session: {
      signedInAt: at,
      amr: ['pwd', 'otp'],
      idleSeconds: 3_600,
      startedAt: at,
      issuerOf: 'o-1',
      identityHash: 'hash',
      userAgent: 'Firefox on Linux',
    },
    idleUntil: 1_774_000_000,
    parentId: 'parent',
    listedOf: 'o-1',
    listedBy: `person#${at}`,
    handedOverAt: at,
    personId: 'p-1',
    name: 'CI',
    scopes: ['scans:read', 'scans:write'],
    hint: 'sgs_ab',
    ci: { provider: 'github', repository: 'acme/shop', ref: 'refs/heads/main', runId: '1', actor: 'octocat' },
    createdAt: at,
    expiresAt: at,
    revokedAt: at,
    lastUsedAt: at,
  },
  person: {
    personId: 'p-1',
    email: 'one@example.com',
    createdAt: at,
    identities: ['hash'],
    signedUpOrganizationId: 'o-1',
    sessions: [{ tokenHash: 'hash', tokenId: 't-1', organizationId: 'o-1', expiresAt: at }],
    sessionsVersion: 1,
  },
  personOrganization: { personId: 'p-1', ...owned, joinedAt: at, removedAt: at },
  identity: {
    identityHash: 'hash',
    personId: 'p-1',
    createdAt: at,
    organizationId: 'o-1',
    lastOrganizationId: 'o-1',
  },
  signIn: {
    stateHash: 'state',
    browserHash: 'browser',
    protocol: 'oidc',
    issuerOf: 'o-1',
    returnTo: '/console/',
    renews: 'session',
    invitationHash: 'invitation',
    startedAt: at,
    expiresAt: at,
    usedAt: at,
  },
  usedCredential: { credentialHash: 'hash', uses: 1, expiresAt: at },
  deviceLogin: {
    deviceHash: 'hash',
    state: 'approved',
    startedAt: at,
    expiresAt: at,
    intervalSeconds: 5,
    polledAt: at,
    decision: {
      organizationId: 'o-1',
      billingAccountId: 'a-1',
      personId: 'p-1',
      role: 'owner',
      tokenId: 't-1',
      at,
      scopes: ['scans:read'],
      expiresInDays: 90,
    },
  },
  deviceUserCode: { userCodeHash: 'hash', deviceHash: 'hash', expiresAt: at },
  deviceTries: { triesOf: 'p-1', tries: 1, expiresAt: at },
  invitation: {
    ...owned,
    invitationId: 'i-1',
    email: 'two@example.com',
    role: 'billing',
    invitedBy: 'p-1',
    createdAt: at,
    expiresAt: at,
    acceptedAt: at,
    withdrawnAt: at,
  },
  endedCredentials: { ...owned, endId: 'end-1', endedAt: at, expiresAt: at, dueQueue: 'ended1', dueAt: at },
  refusal: {
    ...owned,
    personId: 'p-1',
    endpoint: 'change-gate',
    hour: '2026-03-01T12',
    role: 'member',
    tokenId: 't-1',
    code: 'role_required',
    at,
    expiresAt: at,
    dueQueue: 'refusal1',
    dueAt: at,
  },
  invitationSecret: { secretHash: 'hash', invitationOf: 'o-1', invitationId: 'i-1', expiresAt: at },
  trustRule: {
    ...owned,
    trustId: 'trust-1',
    name: 'main',
    provider: 'github',
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'scangate:o-1',
    match: { repository_id: '1', ref: { glob: 'refs/heads/*' } },
    repositories: ['r-1'],
    scopes: ['scans:write'],
    personId: 'p-1',
    heldSince: at,
    billingAccountId: 'a-1',
    version: 2,
    forkBuilds: 'off',
    createdBy: 'p-1',
    createdAt: at,
    lastUsedAt: at,
    removedAt: at,
  },
  exchangeMinute: { ...owned, minute: 29_000_000, exchanges: 3, unmatched: 1, expiresAt: at },
  ssoSettings: {
    ...owned,
    issuer: {
      kind: 'saml',
      entityId: 'https://idp.example.com',
      signInUrl: 'https://idp.example.com/sso',
      certificates: ['MIIB'],
    },
    roles: { claim: 'groups', values: { admins: 'admin' } },
    version: 2,
    changedAt: at,
    removedAt: at,
  },
  organizationDomain: {
    ...owned,
    domain: 'example.com',
    verification: 'text',
    createdAt: at,
    verifiedAt: at,
    checkedAt: at,
    failingSince: at,
    lostAt: at,
    removedAt: at,
  },
  domainClaim: { domain: 'example.com', ...owned, claimedAt: at },
  directoryGroup: {
    ...owned,
    groupId: 'g-1',
    displayName: 'Developers',
    externalId: 'e-1',
    members: ['p-1'],
    version: 1,
    createdAt: at,
    changedAt: at,
    removedAt: at,
  },
  directoryAlias: { ...owned, alias: 'userName#one@example.com', personId: 'p-1', expiresAt: at },
  activeScans: { ...owned, day: '2026-03-01', scans: 16, expiresAt: at },
  refusedScan: { ...owned, scanId: 's-1', expiresAt: at },
  rateMinute: { ...owned, minute: 29_000_000, requests: 16, sourceChecks: 2, expiresAt: at },
  erased: {
    ...owned,
    closedAt: at,
    startedAt: at,
    erasedAt: at,
    phase: 'tokens',
    counts: { member: 2, objects: 3 },
    keysDigest: 'digest',
    billingAccountId: 'a-1',
    objectsThrough: 'results/o-1/x',
    parentReleased: true,
    repeated: true,
    version: 7,
  },
  organizationExport: {
    ...owned,
    exportId: '018f-1',
    requestedAt: at,
    requestedBy: 'p-1',
    state: 'completed',
    position: 'objects a',
    parts: [{ name: 'part-0001.zip', bytes: 1_000, sha256: 'digest' }],
    completedAt: at,
    expiresAt: at,
  },
};
