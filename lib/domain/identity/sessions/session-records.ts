import type { Instant } from '@scangate/domain/records';

/** The sign-in of a session. */
export interface TokenSession {
  /** When the person authenticated, according to the issuer; absent when it does not say. */
  signedInAt?: Instant;
  /** The authentication methods that the issuer states (RFC 8176). */
  amr: string[];
  idleSeconds: number;
  /** When the first of the sessions started that replaced each other by switching organizations; absent for the first. */
  startedAt?: Instant;
  /** The organization whose own issuer vouches for the person. */
  issuerOf?: string;
  /** The identity that signed in. */
  identityHash?: string;
  /** The browser, as a list of sessions shows it. */
  userAgent?: string;
}
