import type { DocumentType } from './scans/uploads/document-types.ts';
import type { Role } from './identity/roles.ts';
import type { ProblemCode } from './problem.ts';
import type { Instant } from './records.ts';

/** The position of a daily job over all records. */
export interface JobPosition {
  job: string;
  shard: string;
  /** The day (UTC) of the run. Every record was visited when `cursor` is absent. */
  day: string;
  cursor?: string;
  /** The keys of the records whose visits failed, and which are visited again. */
  failed?: readonly Readonly<Record<string, string>>[];
}

/** The first response to a request with an Idempotency-Key. */
export interface Idempotency {
  organizationId: string;
  operation: string;
  key: string;
  bodyHash: string;
  answer: { status: number; body: unknown; headers?: Record<string, string> };
  expiresAt: Instant;
}

/** The refusals of a person by an endpoint in an hour, until a job has written their event. */
export interface Refusal {
  organizationId: string;
  personId: string;
  endpoint: string;
  /** The hour in UTC, such as `2026-03-10T12`. */
  hour: string;
  role: Role;
  tokenId: string;
  /** The code of the first of them. */
  code: ProblemCode;
  at: Instant;
  expiresAt: Instant;
  dueQueue?: string;
  dueAt?: Instant;
}

/**
 * The active scans of an organization, or of a shard of all organizations, that began on a day (UTC), counted by
 * sampling; or those that were canceled in a minute, whose tasks may still run.
 */
export interface ActiveScans {
  organizationId: string;
  /** The day, such as 2026-03-10, or the minute of cancellations, such as 2026-03-10T12:05. */
  day: string;
  scans: number;
  expiresAt: Instant;
}

/**
 * Tells an execution that its scan will not be recorded: another creation won after both had started theirs. Only an
 * execution that finds no scan reads it.
 */
export interface RefusedScan {
  organizationId: string;
  scanId: string;
  expiresAt: Instant;
}

/** The records that keep scans from taking the concurrency of others. */
export interface FairnessRecords {
  activeScans: ActiveScans;
  refusedScan: RefusedScan;
}

/** Allows one scan per repository, commit, unit, types and policy, while it is active and for 24 h after completion. */
export interface Dedup {
  organizationId: string;
  repositoryId: string;
  /** The digest of the request. */
  digest: string;
  /** The digest of the other facts on which the verdict depends. Absent in rows from before it was kept. */
  conditions?: string;
  /** The digest of the branches by which its suppressions are judged, and of the reuse. Absent in rows from before it was kept. */
  branches?: string;
  /** The latest scan of the request. */
  scanId: string;
  expiresAt: Instant;
  /** As of the scan, for waits that look at this row in place of the scan. */
  credentialsEndedAt?: Instant;
}

/** A slot for a waiter of an organization. It is free again at `expiresAt`, even if its holder crashed. */
export interface WaiterLease {
  organizationId: string;
  slot: number;
  holder: string;
  /** The scan for which it waits; absent in the slot of a session. */
  scanId?: string;
  /** The dedup row of the scan, which a wait may look at in place of it. */
  dedup?: Pick<Dedup, 'repositoryId' | 'digest'>;
  expiresAt: Instant;
}

/** The end of credentials of an organization, about which open waits are notified. */
export interface EndedCredentials {
  organizationId: string;
  endId: string;
  endedAt: Instant;
  expiresAt: Instant;
  dueQueue?: string;
  dueAt?: Instant;
}

export interface Upload {
  organizationId: string;
  uploadId: string;
  contentLength: number;
  createdAt: Instant;
  /** Set when the upload is the SBOM of a scan, absent when it is the whole request. */
  mediaType?: DocumentType;
  /** The scan that was created from it: an upload is used once. */
  scanId?: string;
}

/** The requests of an organization in a minute, counted by sampling. */
export interface RateMinute {
  organizationId: string;
  minute: number;
  requests: number;
  /** The URLs of repositories that were tried. */
  sourceChecks?: number;
  expiresAt: Instant;
}
