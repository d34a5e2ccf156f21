import type { Records } from '@scangate/domain/record-changes';
import type {
  AccessPolicy,
  CiRun,
  ClaimMatch,
  PersonSession,
  SsoSettings,
} from '@scangate/domain/identity/identity-records';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import { erasurePhases, type ExportPart } from '@scangate/domain/offboarding/offboarding-records';
import { roles, scopes } from '@scangate/domain/identity/roles';
import { tokenKinds } from '@scangate/domain/identity/caller';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';
import type { TokenSession } from '@scangate/domain/records';
import type { IdentityRecord } from '../identity-layouts.ts';
import { deviceRecordFields } from './device-parsers.ts';
import { queued } from './field-parsers.ts';
import {
  isTrue,
  kindOf,
  keyIn,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  type FieldParsers,
  type Parse,
} from './parse-value.ts';

const role = oneOf(roles);
const problemCode = oneOf(Object.keys(problemCodes) as ProblemCode[]);

const claimMatch: Parse<ClaimMatch> = (value) =>
  typeof value === 'string' ? value : objectOf<{ glob: string }>({ glob: text })(value);

export const ciRun = objectOf<CiRun>({
  provider: oneOf(ciProviders),
  repository: optional(text),
  ref: optional(text),
  runId: optional(text),
  actor: optional(text),
});

const trustedRepositories: Parse<'matching' | 'all' | string[]> = (value) =>
  Array.isArray(value) ? listOf(text)(value) : oneOf(['matching', 'all'])(value);

export const accessPolicy = objectOf<AccessPolicy>({
  enforced: optional(
    objectOf<NonNullable<AccessPolicy['enforced']>>({ since: text, breakGlass: listOf(text) }),
  ),
  idleMinutes: optional(number),
  absoluteHours: optional(number),
  maxTokenDays: optional(number),
  requiredAmr: optional(listOf(text)),
});

const ssoIssuer = kindOf<SsoSettings['issuer']>({
  oidc: objectOf<Extract<SsoSettings['issuer'], { kind: 'oidc' }>>({
    kind: keyIn<'oidc'>({ oidc: true }),
    issuer: text,
    clientId: text,
    sealedSecret: text,
  }),
  saml: objectOf<Extract<SsoSettings['issuer'], { kind: 'saml' }>>({
    kind: keyIn<'saml'>({ saml: true }),
    entityId: text,
    signInUrl: text,
    certificates: listOf(text),
  }),
});

const tokenSession = objectOf<TokenSession>({
  signedInAt: optional(text),
  amr: listOf(text),
  idleSeconds: number,
  startedAt: optional(text),
  issuerOf: optional(text),
  identityHash: optional(text),
  userAgent: optional(text),
});

const personSession = objectOf<PersonSession>({
  tokenHash: text,
  tokenId: text,
  organizationId: text,
  expiresAt: text,
});

/** Parsers of the records of members, credentials, sign-ins, invitations, trust, sign-on and directories. */
export const identityRecordFields: { [R in IdentityRecord | 'member' | 'token']: FieldParsers<Records[R]> } =
  {
    member: {
      organizationId: text,
      personId: text,
      email: text,
      role,
      joinedAt: text,
      removedAt: optional(text),
      advisoryDigest: optional(oneOf(['off'])),
      directory: optional(
        objectOf<NonNullable<Records['member']['directory']>>({
          userName: text,
          externalId: optional(text),
          profile: optional(
            objectOf<NonNullable<NonNullable<Records['member']['directory']>['profile']>>({
              displayName: optional(text),
              givenName: optional(text),
              familyName: optional(text),
            }),
          ),
          groups: optional(listOf(text)),
        }),
      ),
      directoryVersion: optional(number),
    },
    token: {
      tokenHash: text,
      tokenId: text,
      organizationId: text,
      billingAccountId: text,
      kind: oneOf(tokenKinds),
      parentHash: optional(text),
      parentId: optional(text),
      trustId: optional(text),
      repositoryIds: optional(listOf(text)),
      listedOf: optional(text),
      listedBy: optional(text),
      handedOverAt: optional(text),
      session: optional(tokenSession),
      idleUntil: optional(number),
      personId: text,
      name: text,
      scopes: listOf(oneOf(scopes)),
      hint: text,
      ci: optional(ciRun),
      createdAt: text,
      expiresAt: optional(text),
      revokedAt: optional(text),
      lastUsedAt: optional(text),
    },
    person: {
      personId: text,
      email: text,
      createdAt: text,
      identities: listOf(text),
      signedUpOrganizationId: optional(text),
      sessions: optional(listOf(personSession)),
      sessionsVersion: optional(number),
    },
    personOrganization: { personId: text, organizationId: text, joinedAt: text, removedAt: optional(text) },
    identity: {
      identityHash: text,
      personId: text,
      createdAt: text,
      organizationId: optional(text),
      lastOrganizationId: optional(text),
    },
    signIn: {
      stateHash: text,
      browserHash: text,
      protocol: oneOf(['oidc', 'saml']),
      issuerOf: optional(text),
      returnTo: text,
      renews: optional(text),
      invitationHash: optional(text),
      startedAt: text,
      expiresAt: text,
      usedAt: optional(text),
    },
    usedCredential: { credentialHash: text, uses: number, expiresAt: text },
    ...deviceRecordFields,
    invitation: {
      organizationId: text,
      invitationId: text,
      email: text,
      role,
      invitedBy: text,
      createdAt: text,
      expiresAt: text,
      acceptedAt: optional(text),
      withdrawnAt: optional(text),
    },
    endedCredentials: { organizationId: text, endId: text, endedAt: text, expiresAt: text, ...queued },
    refusal: {
      organizationId: text,
      personId: text,
      endpoint: text,
      hour: text,
      role,
      tokenId: text,
      code: problemCode,
      at: text,
      expiresAt: text,
      ...queued,
    },
    invitationSecret: { secretHash: text, invitationOf: text, invitationId: text, expiresAt: text },
    trustRule: {
      organizationId: text,
      trustId: text,
      name: text,
      provider: oneOf(ciProviders),
      issuer: text,
      audience: text,
      match: mapOf(claimMatch),
      repositories: trustedRepositories,
      scopes: listOf(oneOf(scopes)),
      personId: text,
      heldSince: text,
      billingAccountId: text,
      version: number,
      forkBuilds: optional(oneOf(['off', 'accepted'])),
      createdBy: text,
      createdAt: text,
      lastUsedAt: optional(text),
      removedAt: optional(text),
    },
    exchangeMinute: {
      organizationId: text,
      minute: number,
      exchanges: number,
      unmatched: number,
      expiresAt: text,
    },
    ssoSettings: {
      organizationId: text,
      issuer: ssoIssuer,
      roles: optional(
        objectOf<NonNullable<SsoSettings['roles']>>({
          claim: text,
          values: mapOf(oneOf(['admin', 'billing', 'member'])),
        }),
      ),
      version: number,
      changedAt: text,
      removedAt: optional(text),
    },
    organizationDomain: {
      organizationId: text,
      domain: text,
      verification: text,
      createdAt: text,
      verifiedAt: optional(text),
      checkedAt: optional(text),
      failingSince: optional(text),
      lostAt: optional(text),
      removedAt: optional(text),
    },
    domainClaim: { domain: text, organizationId: text, claimedAt: text },
    directoryGroup: {
      organizationId: text,
      groupId: text,
      displayName: text,
      externalId: optional(text),
      members: listOf(text),
      version: number,
      createdAt: text,
      changedAt: text,
      removedAt: optional(text),
    },
    directoryAlias: { organizationId: text, alias: text, personId: text, expiresAt: optional(text) },
    rateMinute: {
      organizationId: text,
      minute: number,
      requests: number,
      sourceChecks: optional(number),
      expiresAt: text,
    },
    activeScans: { organizationId: text, day: text, scans: number, expiresAt: text },
    refusedScan: { organizationId: text, scanId: text, expiresAt: text },
    erased: {
      organizationId: text,
      closedAt: text,
      startedAt: text,
      erasedAt: optional(text),
      phase: oneOf(erasurePhases),
      counts: mapOf(number),
      keysDigest: text,
      billingAccountId: text,
      objectsThrough: optional(text),
      parentReleased: optional(isTrue),
      repeated: optional(isTrue),
      version: number,
    },
    organizationExport: {
      organizationId: text,
      exportId: text,
      requestedAt: text,
      requestedBy: text,
      state: oneOf(['running', 'completed']),
      parts: listOf(objectOf<ExportPart>({ name: text, bytes: number, sha256: text })),
      position: optional(text),
      completedAt: optional(text),
      expiresAt: text,
    },
  };
