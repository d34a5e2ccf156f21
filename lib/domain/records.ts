import type { AuditAction } from './audit/audit-event.ts';
import type { ErrorCode } from '@scangate/engines/model/failure';
import type { GatePolicy } from '@scangate/engines/model/policy';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { PoolName, ScanType } from '@scangate/engines/model/scan-type';
import type { Verdict } from './verdict/verdict.ts';
import type { Role, Scope, TokenKind } from './identity/roles.ts';

export type * from './accounts/account-records.ts';

/** Instants are ISO 8601 strings in UTC with milliseconds, so that they sort as text. */
export type Instant = string;

export interface Organization {
  organizationId: string;
  name: string;
  /** Its own id, or the parent's that pays for it. */
  billingAccountId: string;
  /** How many members are owners; never 0. */
  owners: number;
  /** How many repositories are connected. */
  repositories: number;
  policy: GatePolicy;
  /** Changes with every change of `policy`; the ETag of the gate. */
  policyVersion: number;
  createdAt: Instant;
  /** Its shard of the open index: what the daily jobs walk. Never changes. */
  dueQueue: string;
  dueAt: Instant;
}

/** Who did what, with what was before and what is after. Never changed, never deleted. */
export interface AuditEvent {
  organizationId: string;
  eventId: string;
  at: Instant;
  action: AuditAction;
  actor:
    | { kind: 'person'; personId: string; role: Role; tokenId: string }
    | { kind: 'operator' }
    /** A schedule, or the till. */
    | { kind: 'system' };
  /** What was changed, where the action does not say it. */
  target?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** How far a daily walk over everything came. */
export interface JobPosition {
  job: string;
  shard: string;
  /** The day (UTC) it is walking, or has walked when `cursor` is absent. */
  day: string;
  cursor?: string;
}

export interface Member {
  organizationId: string;
  personId: string;
  email: string;
  role: Role;
  /** Tokens issued before are void: a person who was removed and comes back starts anew. */
  joinedAt: Instant;
  removedAt?: Instant;
}

/** Ciphertext of a git credential, bound to organization and repository. */
export interface EncryptedCredential {
  username?: string;
  ciphertext: string;
}

export interface Repository {
  organizationId: string;
  repositoryId: string;
  fullName: string;
  url: string;
  provider: string;
  defaultBranch: string;
  credential?: EncryptedCredential;
  /** Registered project units, by path. Until `lookedAtRevision` is set only the root is known, and not its type. */
  units: ProjectUnit[];
  /** Counts the looks at the tree that changed `units`; guards concurrent registration. */
  unitsVersion: number;
  connectedAt: Instant;
  connectedBy: string;
  disconnectedAt?: Instant;
}

/** Holds a full name (lower-cased) for one connected repository. */
export interface RepositoryName {
  organizationId: string;
  name: string;
  /** Empty once the repository was disconnected. */
  repositoryId: string;
  connectedAt: Instant;
}

export type ScanStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
export const activeStatuses: readonly ScanStatus[] = ['queued', 'running'];
export type SourceTrigger = 'api' | 'cli' | 'manual';

export type Charge = Partial<Record<PoolName, number>>;

/** One unit of a scan, with what was debited for it. */
export interface ScanUnit {
  projectUnitId: string;
  path: string;
  type: string;
  status: ScanStatus;
  charge: Charge;
  error?: string;
  errorCode?: ErrorCode;
}

export interface SkippedScanType {
  scanType: ScanType;
  reason: string;
}

export interface Scan {
  organizationId: string;
  scanId: string;
  repositoryId: string;
  commitHash: string;
  branch?: string;
  /** Given: the scan is limited to this unit. */
  projectUnitId?: string;
  status: ScanStatus;
  /** What runs. */
  scanTypes: ScanType[];
  /** `true` when the full scope was asked for: a type that fits nothing is then skipped, not an error. */
  fullScope: boolean;
  skippedScanTypes: SkippedScanType[];
  sourceTrigger: SourceTrigger;
  personId: string;
  billingAccountId: string;
  units: ScanUnit[];
  /** Counts the changes of `units`; guards whoever writes them from an older reading. */
  unitsVersion: number;
  /** Start of the credit period each pool was in when it was debited; a later refund looks at it. */
  chargedPeriods: Partial<Record<PoolName, Instant>>;
  policy: GatePolicy;
  /** Key of its dedup row; absent for artifacts. */
  dedupDigest?: string;
  artifact?: { kind: 'lockfile'; path: string } | { kind: 'sbom' };
  createdAt: Instant;
  startedAt?: Instant;
  finishedAt?: Instant;
  errorCode?: ErrorCode;
  error?: string;
  verdict?: Verdict;
  /** Present while something is left to do (run, end, refund): the shard of the open index. */
  dueQueue?: string;
  /** When the sweep looks at it. */
  dueAt?: Instant;
  /** Units still to be refunded after the scan ended. */
  refundsDue?: string[];
}

/** One scan per repository, commit, unit, types and policy, while active and for 24 h after completion. */
export interface Dedup {
  organizationId: string;
  repositoryId: string;
  digest: string;
  scanId: string;
  expiresAt: Instant;
}

/** The first answer to a request that carried an Idempotency-Key. */
export interface Idempotency {
  organizationId: string;
  operation: string;
  key: string;
  bodyHash: string;
  answer: { status: number; body: unknown; headers?: Record<string, string> };
  expiresAt: Instant;
}

/** A place among an organization's waiters; free again at `freeAt` whatever happened to its holder. */
export interface WaiterLease {
  organizationId: string;
  slot: number;
  holder: string;
  expiresAt: Instant;
}

export interface Upload {
  organizationId: string;
  uploadId: string;
  contentLength: number;
  createdAt: Instant;
}

/** A credential at rest: its SHA-256 is the key, the token itself is nowhere. */
export interface Token {
  tokenHash: string;
  tokenId: string;
  organizationId: string;
  kind: TokenKind;
  personId: string;
  name: string;
  scopes: Scope[];
  /** First characters, to tell tokens apart. */
  hint: string;
  createdAt: Instant;
  expiresAt?: Instant;
  revokedAt?: Instant;
  lastUsedAt?: Instant;
  /** Requests counted in the current window, for the rate limit. */
  rateWindow?: number;
  rateCount?: number;
}
