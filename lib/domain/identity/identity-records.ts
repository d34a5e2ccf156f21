import type { Instant } from '../records.ts';
import type { Role, Scope } from './roles.ts';
import type { TokenKind } from './caller.ts';

export interface Member {
  organizationId: string;
  personId: string;
  email: string;
  role: Role;
  /** Tokens issued before are void, so that a person who is added again has no access by old tokens. */
  joinedAt: Instant;
  removedAt?: Instant;
  /** Absent: the person gets the daily digest of advisories, as an owner or admin. */
  advisoryDigest?: 'off';
  /** The member came by the organization's directory, which names it so. */
  directory?: {
    userName: string;
    externalId?: string;
    profile?: { displayName?: string; givenName?: string; familyName?: string };
    /** The names of the directory's groups that the person is in. */
    groups?: string[];
  };
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
  /** The repositories that it is limited to. */
  repositoryIds?: string[];
  /** Its place among the tokens that people issued: the organization, then the person and the time. */
  listedOf?: string;
  listedBy?: string;
  /** When the present person became responsible, if that is not the one who made it. */
  handedOverAt?: Instant;
  /** Of a session. */
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

/** The sign-in of a session. */
export interface TokenSession {
  /** When the person proved who they are, as the issuer says; absent when it does not say. */
  signedInAt?: Instant;
  /** The methods that the issuer says (RFC 8176). */
  amr: string[];
  idleSeconds: number;
  /** The organization whose own issuer vouches for the person. */
  issuerOf?: string;
  /** The identity that signed in. */
  identityHash?: string;
  /** The browser, as a list of sessions shows it. */
  userAgent?: string;
}

/** Somebody who signs in. The same person can be a member of several organizations. */
export interface Person {
  personId: string;
  /** The verified address that the issuer stated last. */
  email: string;
  createdAt: Instant;
  /** The hashes of the identities that are this person, so that they go with the person. */
  identities: string[];
  /** The Free organization that the person made by signing up: one a person. */
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

/** An organization of a person, so that a sign-in finds it without knowing it. The member record decides on access. */
export interface PersonOrganization {
  personId: string;
  organizationId: string;
  joinedAt: Instant;
  removedAt?: Instant;
}

/** A subject at an issuer is a person. With an organization it is one at that organization's own issuer, and only there. */
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

/** A sign-in under way. Whatever is secret of it follows from the cookie of the browser that started it. */
export interface SignIn {
  /** The hash of `state` (OIDC) or of the request's id (SAML). */
  stateHash: string;
  /** The hash of the cookie that binds it to its browser. */
  browserHash: string;
  protocol: 'oidc' | 'saml';
  /** The organization whose own issuer is asked; absent for the deployment's issuer. */
  issuerOf?: string;
  /** A path below `/console/`. */
  returnTo: string;
  /** The person signs in again, in place of this session. */
  renews?: string;
  /** The hash of an invitation that is accepted by this sign-in. */
  invitationHash?: string;
  startedAt: Instant;
  expiresAt: Instant;
  usedAt?: Instant;
}

/** A credential of another issuer, such as the JWT of a CI, counted so that it is not used more often than allowed. */
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
 * Finds an invitation by the secret of a link. A mail that was cut while it was sent is sent again with another secret; each
 * opens the same invitation.
 */
export interface InvitationSecret {
  secretHash: string;
  invitationOf: string;
  invitationId: string;
  expiresAt: Instant;
}

export const ciProviders = ['github', 'gitlab', 'bitbucket', 'circleci', 'buildkite', 'azure'] as const;
export type CiProvider = (typeof ciProviders)[number];

/** The run of a CI as its JWT describes it, in bounded texts. Nothing is decided by it. */
export interface CiRun {
  provider: CiProvider;
  repository?: string;
  ref?: string;
  runId?: string;
  actor?: string;
}

/** A claim must be equal to a text, or match a glob: `*` within a path segment, `**` across. */
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
  /** The person whom its pipeline tokens act for. */
  personId: string;
  /** Since then the person answers for it. A person who left and came back answers for nothing. */
  heldSince: Instant;
  /** The account that pays for the organization; it never changes. */
  billingAccountId: string;
  /** Grows with every change. */
  version: number;
  /** Stated where no claim identifies builds of forks. */
  forkBuilds?: 'off' | 'accepted';
  createdBy: string;
  createdAt: Instant;
  lastUsedAt?: Instant;
  removedAt?: Instant;
}

/** The JWTs of an organization that were verified in a minute. */
export interface ExchangeMinute {
  organizationId: string;
  minute: number;
  /** With a rule that matches. */
  exchanges: number;
  /** Those that no rule matches, which strangers can send too. */
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
  /** The settings are not in force any more, and hold no secret. */
  removedAt?: Instant;
}

/** The rules of an organization for sessions and tokens. They stand in the organization, which every request reads. */
export interface AccessPolicy {
  /** From then on only sessions of the organization's own issuer pass, and those of the named owners. */
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
  /** The first of the daily lookups without the record, up to now. */
  failingSince?: Instant;
  /** The proof was missing for too long; the domain can be verified again. */
  lostAt?: Instant;
  removedAt?: Instant;
}

/** Reserves a verified domain for one organization; empty after it was given up. */
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

/** Finds a member by a name that the organization's directory gave; empty after it was given up. */
export interface DirectoryAlias {
  organizationId: string;
  /** `userName#…`, `externalId#…`, lower-cased for user names. */
  alias: string;
  personId: string;
}
