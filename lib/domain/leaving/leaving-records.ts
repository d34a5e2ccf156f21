import type { Instant } from '../records.ts';

/** A renewal that was stopped when the organization closed, and begins again when it is restored. */
export const stoppedRenewals = ['subscription', 'sast_addon'] as const;
export type StoppedRenewal = (typeof stoppedRenewals)[number];

/** The order in which an organization is erased. What names other records goes after them. */
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
 * Stands for an organization that is erased, or being erased. It holds nothing of the organization but its id, so that a
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
  /** Of its billing account; the parent's for a client organization. */
  billingAccountId: string;
  /** The last counted object, while objects are removed. */
  objectsThrough?: string;
  /** Its parent does not count it any more. */
  parentReleased?: true;
  /** A restored backup brought it back; the proof of the first time stands. */
  repeated?: true;
  /** Grows with every step; guards against two that run at once. */
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
  /** Complete zip files, in order; the manifest is the last when the export is completed. */
  parts: ExportPart[];
  /** The beginning of the next part; absent at the start and at the end. */
  position?: string;
  completedAt?: Instant;
  expiresAt: Instant;
}
