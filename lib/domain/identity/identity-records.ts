import type { Instant } from '../records.ts';
import type { Role, Scope } from './roles.ts';
import type { TokenKind } from './caller.ts';
import type { TokenSession } from './sessions/session-records.ts';

export type * from './sessions/session-records.ts';

export interface Member {
  organizationId: string;
  personId: string;
  email: string;
  role: Role;
  /** Tokens issued earlier are void, so that a person who is added again has no access by old tokens. */
  joinedAt: Instant;
  removedAt?: Instant;
  /** Absent: the person gets the daily digest of advisories, as an owner or admin. */
  advisoryDigest?: 'off';
  /** Set for a member who was created by the organization's directory, which names the member with it. */
  directory?: {
    userName: string;
    externalId?: string;
    profile?: { displayName?: string; givenName?: string; familyName?: string };
    /** The names of the directory's groups that the person is in. */
    groups?: string[];
  };
  /** Grows with each change of `directory`. */
  directoryVersion?: number;
}

/** A credential at rest. Its SHA-256 is the key; the token itself is never stored. */
export interface Token {
  tokenHash: string;
  tokenId: string;
  organizationId: string;
  /** The account that pays for the organization; it never changes. */
  billingAccountId: string;
  kind: TokenKind;
  /** The token that made it, which it never outlives. */
  parentHash?: string;
  /** The id of that token, for lists. */
  parentId?: string;
  /** The trust rule that made it, which it never outlives. */
  trustId?: string;
  /** The repositories to which it is limited. */
  repositoryIds?: string[];
  /** Its place among the tokens that people issued: the organization, then the person and the time. */
  listedOf?: string;
  listedBy?: string;
  /** When the current person became responsible, if that is not its creator. */
  handedOverAt?: Instant;
  /** The sign-in of a session. */
  session?: TokenSession;
  /** A session ends then unless it is used; each use moves it. In seconds of the epoch, because the database adds to it. */
  idleUntil?: number;
  personId: string;
  name: string;
  scopes: Scope[];
  /** The first characters, which distinguish tokens in a list. */
  hint: string;
  /** The run of the CI that a pipeline's token was made for. */
  ci?: CiRun;
  createdAt: Instant;
  expiresAt?: Instant;
  revokedAt?: Instant;
  lastUsedAt?: Instant;
}

/** A person who signs in. The same person can be a member of several organizations. */
export interface Person {
  personId: string;
  /** The verified address that the issuer stated last. */
  email: string;
  createdAt: Instant;
  /** The hashes of the identities of this person, so that they are deleted with the person. */
  identities: string[];
  /** The Free organization that the person created by signing up; there is at most one per person. */
  signedUpOrganizationId?: string;
  /** The sessions that may be live, the oldest first. */
  sessions?: PersonSession[];
  /** Grows with every change of the sessions. */
  sessionsVersion?: number;
}

/** A session in the list of its person. */
export interface PersonSession {
  tokenHash: string;
  tokenId: string;
  organizationId: string;
  expiresAt: Instant;
}

/** An organization of a person, by which a sign-in finds it. The member record decides about access. */
export interface PersonOrganization {
  personId: string;
  organizationId: string;
  joinedAt: Instant;
  removedAt?: Instant;
}

/** Maps a subject at an issuer to a person; with an organization, only at that organization's own issuer. */
export interface Identity {
  /** `identityHash`. */
  identityHash: string;
  personId: string;
  createdAt: Instant;
  /** Set for an organization's own issuer. */
  organizationId?: string;
  /** The organization that its last session opened. */
  lastOrganizationId?: string;
}

/** A sign-in in progress. All of its secrets follow from the cookie of the browser that started it. */
export interface SignIn {
  /** The hash of `state` (OIDC) or of the request's id (SAML). */
  stateHash: string;
  /** The hash of the cookie that binds it to its browser. */
  browserHash: string;
  protocol: 'oidc' | 'saml';
  /** The organization whose own issuer is used; absent for the deployment's issuer. */
  issuerOf?: string;
  /** A path below `/console/`. */
  returnTo: string;
  /** The session that this sign-in replaces, because the person authenticates again. */
  renews?: string;
  /** The hash of an invitation that this sign-in accepts. */
  invitationHash?: string;
  startedAt: Instant;
  expiresAt: Instant;
  usedAt?: Instant;
}

/** A credential of another issuer, such as a CI's JWT, counted so that it is not used more often than allowed. */
export interface UsedCredential {
  credentialHash: string;
  uses: number;
  expiresAt: Instant;
}

export interface Invitation {
  organizationId: string;
  invitationId: string;
  email: string;
  role: Role;
  /** The person who invites, or `operator`. */
  invitedBy: string;
  createdAt: Instant;
  expiresAt: Instant;
  acceptedAt?: Instant;
  withdrawnAt?: Instant;
}

/**
 * Finds an invitation by the secret of a link. A mail that was interrupted while it was sent is sent again with
 * another secret; each opens the same invitation.
 */
export interface InvitationSecret {
  secretHash: string;
  invitationOf: string;
  invitationId: string;
  expiresAt: Instant;
}

export const ciProviders = ['github', 'gitlab', 'bitbucket', 'circleci', 'buildkite', 'azure'] as const;
export type CiProvider = (typeof ciProviders)[number];

/** The CI run that a JWT describes, in texts of bounded length. No decision depends on it. */
export interface CiRun {
  provider: CiProvider;
  repository?: string;
  ref?: string;
  runId?: string;
  actor?: string;
}

/** A claim must be equal to a text, or match a glob: `*` within a path segment, `**` across segments. */
export type ClaimMatch = string | { glob: string };

/** Trusts JWTs of a CI provider that meet its claims (docs/adr/0065-ci-trust.md). */
export interface TrustRule {
  organizationId: string;
  trustId: string;
  name: string;
  provider: CiProvider;
  issuer: string;
  audience: string;
  match: Record<string, ClaimMatch>;
  repositories: 'matching' | 'all' | string[];
  scopes: Scope[];
  /** The person for whom its pipeline tokens act. */
  personId: string;
  /** Since when the person is responsible for it. The responsibility of a person who left ends for good. */
  heldSince: Instant;
  /** The account that pays for the organization; it never changes. */
  billingAccountId: string;
  /** Grows with every change. */
  version: number;
  /** States how builds of forks are treated, where no claim identifies them. */
  forkBuilds?: 'off' | 'accepted';
  createdBy: string;
  createdAt: Instant;
  lastUsedAt?: Instant;
  removedAt?: Instant;
}

/** The JWTs of an organization that were verified within a minute. */
export interface ExchangeMinute {
  organizationId: string;
  minute: number;
  /** The exchanges that a rule matches. */
  exchanges: number;
  /** The exchanges that no rule matches, which anybody can send. */
  unmatched: number;
  expiresAt: Instant;
}

/** The single sign-on of an organization. */
export interface SsoSettings {
  organizationId: string;
  issuer:
    | { kind: 'oidc'; issuer: string; clientId: string; sealedSecret: string }
    | { kind: 'saml'; entityId: string; signInUrl: string; certificates: string[] };
  /** Roles by the values of a claim or attribute; none grants the owner role. */
  roles?: { claim: string; values: Record<string, Exclude<Role, 'owner'>> };
  /** Grows with every change of the settings or of the access policy; it is their ETag. */
  version: number;
  changedAt: Instant;
  /** Set when the settings are no longer in force, and hold no secret. */
  removedAt?: Instant;
}

/**
 * The rules of an organization for sessions and tokens. They are part of the organization's record, which every
 * request reads.
 */
export interface AccessPolicy {
  /** Since when only sessions of the organization's own issuer are accepted, and those of the named owners. */
  enforced?: { since: Instant; breakGlass: string[] };
  idleMinutes?: number;
  absoluteHours?: number;
  maxTokenDays?: number;
  requiredAmr?: string[];
}

/** A domain that an organization proves to control. */
export interface OrganizationDomain {
  organizationId: string;
  domain: string;
  verification: string;
  createdAt: Instant;
  verifiedAt?: Instant;
  checkedAt?: Instant;
  /** The day of the first of the recent consecutive lookups without the record. */
  failingSince?: Instant;
  /** Set when the proof was missing for too long; the domain can be verified again. */
  lostAt?: Instant;
  removedAt?: Instant;
}

/** Reserves a verified domain for one organization; empty after it was released. */
export interface DomainClaim {
  domain: string;
  organizationId: string;
  claimedAt: Instant;
}

/** A group of the organization's directory. */
export interface DirectoryGroup {
  organizationId: string;
  groupId: string;
  displayName: string;
  externalId?: string;
  members: string[];
  version: number;
  createdAt: Instant;
  changedAt: Instant;
  removedAt?: Instant;
}

/** Finds a member by a name that the organization's directory gave; empty after it was released. */
export interface DirectoryAlias {
  organizationId: string;
  /** `userName#…`, `externalId#…`, lower-cased for user names. */
  alias: string;
  /** Empty for a name that is free again. */
  personId: string;
  /** Set once the person had their address removed: the row expires, because its key may be the address. */
  expiresAt?: Instant;
}
