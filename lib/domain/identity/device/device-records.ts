import type { Instant } from '@scangate/domain/records';
import type { Role, Scope } from '../roles.ts';

export const deviceStates = ['pending', 'approved', 'denied', 'granted'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** A command line that waits for its person (RFC 8628). Whoever has the device code gets the token. */
export interface DeviceLogin {
  deviceHash: string;
  state: DeviceState;
  startedAt: Instant;
  expiresAt: Instant;
  /** The time that must pass between two polls; it grows for a client that polls too often. */
  intervalSeconds: number;
  polledAt?: Instant;
  /** Present from the approval or the denial on. */
  decision?: DeviceDecision;
}

/** The decision of a person. It is nested, because a row with an `organizationId` is listed as a token. */
export interface DeviceDecision {
  organizationId: string;
  billingAccountId: string;
  personId: string;
  role: Role;
  /** The session that made the decision. */
  tokenId: string;
  at: Instant;
  /** Absent for a denial. */
  scopes?: Scope[];
  /** The lifetime of the token, from its grant on. */
  expiresInDays?: number;
}

/** Finds the command line by the code that it shows to its person. */
export interface DeviceUserCode {
  userCodeHash: string;
  deviceHash: string;
  expiresAt: Instant;
}

/** The user codes that a person has tried. */
export interface DeviceTries {
  triesOf: string;
  tries: number;
  expiresAt: Instant;
}
