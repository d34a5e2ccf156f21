import type { PlanName } from '../plans/plan-names.ts';
import type { CiRun, Instant } from '../records.ts';
import type { Role, Scope } from './roles.ts';

/**
 * `session` is a console login: a person, and not API access. `pipeline` comes from the JWT of a CI, `directory` serves
 * SCIM alone (docs/adr/0021-tokens-and-roles.md).
 */
export const tokenKinds = ['service', 'personal', 'session', 'pipeline', 'directory'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The sender of a request, as the authorizer established it. */
export interface Caller {
  organizationId: string;
  /** The account that pays: the organization's own, or its parent's. */
  billingAccountId: string;
  personId: string;
  role: Role;
  plan: PlanName;
  tokenKind: TokenKind;
  tokenId: string;
  /** The hash of the credential, by which a token that it makes names it. */
  tokenHash?: string;
  /** When the credential expires; absent for a session, which lives as long as it is used. */
  credentialEndsAt?: Instant;
  scopes: readonly Scope[];
  /** The repositories to which the credential is limited; any other is 404. */
  repositoryIds?: readonly string[];
  /** The trust rule that made the credential. */
  trustId?: string;
  /** The run of the CI that a pipeline's credential was made for. */
  ci?: CiRun;
  /** When the person of a session authenticated; absent when the issuer does not say. */
  signedInAt?: Instant;
  /** The organization whose own issuer vouches for the person of a session. */
  issuerOf?: string;
  /** Set when a token made the credential, which therefore cannot make another one. */
  madeByToken?: true;
  /** Set when the organization is closing: its owners can export or restore it, and nothing else. */
  closing?: true;
  /** The event types and patterns that subscribers of the organization want. */
  listens?: readonly string[];
}

/** Returns whether another organization pays for this one. */
export const isClientOrganization = (caller: Pick<Caller, 'organizationId' | 'billingAccountId'>): boolean =>
  caller.billingAccountId !== caller.organizationId;
