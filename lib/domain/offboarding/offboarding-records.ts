import type { Instant } from '../records.ts';

/** A renewal that was stopped when the organization closed, and resumes when it is restored. */
export const stoppedRenewals = ['subscription', 'sast_addon'] as const;
export type StoppedRenewal = (typeof stoppedRenewals)[number];

/** The part of an organization that says how it is leaving. */
export interface Leaving {
  /** Set when it is closing: it is erased at that time, unless an owner restores it before. */
  closing?: { since: Instant; eraseAt: Instant; stopped: StoppedRenewal[] };
  /** Grows with every closing, so that a restore and an erasure mean the same one. */
  closings?: number;
  /** Set when its erasure has begun: it can no longer be restored, and nothing is written under it. */
  erasureStartedAt?: Instant;
}

/** The order in which an organization is erased. A record that refers to others is erased after them. */
export const erasurePhases = [
  'payments',
  'components',
  'objects',
  'tokens',
  'account',
  'organization',
] as const;
export type ErasurePhase = (typeof erasurePhases)[number];

/** The number of erased rows, by kind. */
export type ErasureCounts = Partial<Record<string, number>>;

/**
 * Represents an organization that is erased, or being erased. It holds only the id of the organization, so that a
 * restored backup can be erased again (docs/adr/0064-erasure.md).
 */
export interface Erased {
  organizationId: string;
  closedAt: Instant;
  startedAt: Instant;
  /** Absent while the erasure runs. */
  erasedAt?: Instant;
  phase: ErasurePhase;
  /** The rows that were deleted, by kind, and `objects`. */
  counts: Record<string, number>;
  /** The digest of the keys of all that was deleted, in order. */
  keysDigest: string;
  /** Its billing account; the parent's for a client organization. */
  billingAccountId: string;
  /** The last counted object, while objects are removed. */
  objectsThrough?: string;
  /** Set once its parent no longer counts it. */
  parentReleased?: true;
  /** Set when a restored backup brought it back; the first proof stays valid. */
  repeated?: true;
  /** Grows with every step; guards against two concurrent runs. */
  version: number;
}

/** A file of an export, and its digest. */
export interface ExportPart {
  name: string;
  bytes: number;
  sha256: string;
}

/** An export of everything that an organization has (docs/adr/0063-export.md). */
export interface OrganizationExport {
  organizationId: string;
  exportId: string;
  requestedAt: Instant;
  requestedBy: string;
  state: 'running' | 'completed';
  /** Complete zip files, in order; the manifest is the last one of a completed export. */
  parts: ExportPart[];
  /** The beginning of the next part; absent at the start and at the end. */
  position?: string;
  completedAt?: Instant;
  expiresAt: Instant;
}
