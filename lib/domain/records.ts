import type { AuditAction } from './audit/audit-event.ts';
import type { ErrorCode } from '@scangate/engines/model/failure';
import type { HistoryQuotes } from './history-scans/history-scan-records.ts';
import type { GateProposal } from './policy/policy-records.ts';
import type { ProjectUnit, UnitType } from '@scangate/engines/model/project-unit';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { ReviewedSide } from '@scangate/engines/model/gate/reviewed-side';
import type { Threshold } from '@scangate/engines/model/severity';
import type { PoolName } from './credits/credit-pool.ts';
import type { PullRequestCheck } from './verdict/decide-pull-request-check.ts';
import type { Judgment } from './verdict/judgment.ts';
import type { RepositoryFailures } from './scans/fairness/failure-records.ts';
import type { ScanCount } from './scans/fairness/scan-count.ts';
import type { Verdict } from './verdict/verdict.ts';
import type { Role } from './identity/roles.ts';
import type { Leaving } from './offboarding/offboarding-records.ts';
import type { CheckSettings, StoppedChecks } from './integrations/checks/check-records.ts';
import type { AccessPolicy, CiRun } from './identity/identity-records.ts';

export type * from './accounts/account-records.ts';
export type * from './bundles/bundle-records.ts';
export type * from './events/event-records.ts';
export type * from './evidence/evidence-records.ts';
export type * from './history-scans/history-scan-records.ts';
export type * from './identity/device/device-records.ts';
export type * from './identity/identity-records.ts';
export type * from './integrations/checks/check-records.ts';
export type * from './offboarding/offboarding-records.ts';
export type * from './payments/payment-records.ts';
export type * from './policy/policy-records.ts';
export type * from './service-records.ts';
export type * from './tracking/tracking-records.ts';
export type * from './waivers/waiver-records.ts';
export type * from './scans/reuse/reuse-records.ts';
export type * from './advisory-watch/watch-records.ts';

/** An ISO 8601 string in UTC with milliseconds, so that instants sort as text. */
export type Instant = string;

export interface Organization extends HistoryQuotes, Leaving {
  organizationId: string;
  name: string;
  /** The account that pays: its own, or its parent's. */
  billingAccountId: string;
  /** The number of members who are owners; 0 only until the first one accepts the operator's invitation. */
  owners: number;
  /** The number of connected repositories. */
  repositories: number;
  /** The digest of its gate policy, which is a record of its own. */
  policyDigest: string;
  /** The threshold of that policy, so that the creation of a scan does not read it. */
  severityThreshold: Threshold;
  /** Grows with every change of the policy or of its proposal; it is the ETag of the gate settings. */
  policyVersion: number;
  /** A change that waits for a second person. */
  gateProposal?: GateProposal;
  /** Identifies the last change of the waivers in force: a scan from before it equals no new request. */
  waiversMark?: string;
  /** Its rules for sessions and tokens. */
  accessPolicy?: AccessPolicy;
  /** Grows with every token that its people issue, so that the limit of tokens holds. */
  tokensVersion?: number;
  /** The number of other organizations whose billing it pays for. */
  clients: number;
  /** Grows with every invitation, so that their limits hold for two simultaneous ones. */
  invitations?: number;
  /** The event types and patterns that its enabled subscribers want. No other event is written. */
  listens?: string[];
  /** Grows with every change of the subscribers; guards `listens`. */
  subscribersVersion?: number;
  /** The number of its trust rules, of its webhooks, of its integrations and of its bundles. */
  trustRules?: number;
  webhooks?: number;
  integrations?: number;
  bundles?: number;
  createdAt: Instant;
  /** Its shard of the due queue, which the daily jobs walk. Never changes. */
  dueQueue: string;
  dueAt: Instant;
}

/** Records a change with its actor and the values before and after. It is never changed or deleted. */
export interface AuditEvent {
  organizationId: string;
  eventId: string;
  at: Instant;
  action: AuditAction;
  actor:
    /** A person who acted from another organization has neither role nor credential here. */
    | { kind: 'person'; personId: string; role?: Role; tokenId?: string }
    | { kind: 'operator' }
    /** Anybody who has the link, without a credential. */
    | { kind: 'link'; linkId: string }
    /** A schedule, or the payment provider. */
    | { kind: 'system' };
  /** Id of what was changed, where the action alone does not show it. */
  target?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** A git credential, encrypted for one organization and repository. */
export interface EncryptedCredential {
  username?: string;
  /** The GitHub App whose private key is encrypted; without it, the ciphertext is a password or token. */
  app?: { appId: string; installationId: string };
  ciphertext: string;
}

export interface Repository extends RepositoryFailures {
  organizationId: string;
  repositoryId: string;
  fullName: string;
  url: string;
  provider: string;
  defaultBranch: string;
  /** Further branches that only reviewed changes reach. */
  reviewedBranches?: string[];
  /** Whether scans of artifacts count like those of the default branch. */
  artifactsAsDefault?: boolean;
  credential?: EncryptedCredential;
  historyScan?: string;
  /** Its badge, which is public. */
  badgeId?: string;
  /** Set when no unit reuses the result of an earlier scan. */
  reuse?: 'off';
  /** The results that the service writes at the host; absent for none. */
  checks?: CheckSettings;
  /** Set while the host refuses the credential for writing them. */
  checksStopped?: StoppedChecks;
  /** Registered project units, by path. Until `lookedAtRevision` is set, only the root is known, without its type. */
  units: ProjectUnit[];
  /** Grows with every change of `units`; guards concurrent registration. */
  unitsVersion: number;
  connectedAt: Instant;
  connectedBy: string;
  disconnectedAt?: Instant;
}

/** Maps a badge to its repository. Once the badge is removed, it identifies no repository. */
export interface Badge {
  badgeId: string;
  organizationId: string;
  repositoryId: string;
}

/** Reserves a full name (lower-cased) for one connected repository. */
export interface RepositoryName {
  organizationId: string;
  name: string;
  /** Empty after the repository was disconnected. */
  repositoryId: string;
  connectedAt: Instant;
  /** The URL of the repository, which distinguishes equal names at two hosts. */
  url?: string;
}

export type ScanStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
export const activeStatuses: readonly ScanStatus[] = ['queued', 'running'];
export type SourceTrigger = 'api' | 'cli' | 'manual';

export type Charge = Partial<Record<PoolName, number>>;

/** One project unit of a scan, with the credits debited for it. */
export interface ScanUnit {
  projectUnitId: string;
  path: string;
  type: UnitType;
  status: ScanStatus;
  charge: Charge;
  /** The version of each pool's promotional grants at its debit, where there were any. */
  promotionsVersions?: Charge;
  /** The period of each pool at its debit, where it differs from that at the creation of the scan. */
  chargedPeriods?: Partial<Record<PoolName, Instant>>;
  error?: string;
  errorCode?: ErrorCode;
  /** Represents everything that determines its result; absent when no result is kept or reused. */
  reuseKey?: string;
  /** The size of its files. */
  sourceBytes?: number;
  /** The scan whose result it reuses, because nothing in it has changed. */
  reusedFrom?: string;
}

export interface SkippedScanType {
  scanType: ScanType;
  reason: string;
}

export interface Scan extends ScanCount {
  organizationId: string;
  scanId: string;
  repositoryId: string;
  commitHash: string;
  branch?: string;
  /** Limits the scan to this unit. */
  projectUnitId?: string;
  /** A commit of its repository or the scan of an artifact with which the scan is compared. */
  base?: { commitHash?: string; scanId?: string };
  pullRequest?: { number: number; url?: string };
  status: ScanStatus;
  /** The types that run. */
  scanTypes: ScanType[];
  /** Whether the full scope was requested: a type that applies to no unit is then skipped, rather than an error. */
  fullScope: boolean;
  skippedScanTypes: SkippedScanType[];
  sourceTrigger: SourceTrigger;
  personId: string;
  billingAccountId: string;
  units: ScanUnit[];
  /** Grows with every change of `units`; guards against writes that were decided from an older version. */
  unitsVersion: number;
  /** Start of the credit period of each pool at the time of the debit; a refund compares it with the current one. */
  chargedPeriods: Partial<Record<PoolName, Instant>>;
  /** The calendar month in which its debits count for the budget of a client organization. */
  clientMonth?: string;
  /** The digest of the policy that judges it. */
  policyDigest: string;
  /** The threshold of that policy. */
  severityThreshold: Threshold;
  /** Key of its deduplication row; absent for artifacts. */
  dedupDigest?: string;
  artifact?: ({ kind: 'lockfile'; path: string } | { kind: 'sbom' }) & {
    /** The SHA-256 of its bytes, in hex. */
    sha256?: string;
  };
  /** The CI run whose JWT was exchanged for the credential; only older records hold it themselves. */
  ci?: CiRun;
  /** The digest of the object in which its pipeline describes itself: `ci` and the URL of `pullRequest`. */
  pipelineDigest?: string;
  /** Set when the service writes its result at the host, so that a client writes none. */
  checksBy?: 'service';
  createdAt: Instant;
  startedAt?: Instant;
  /** When waits for it were notified that credentials of the organization ended. */
  credentialsEndedAt?: Instant;
  finishedAt?: Instant;
  errorCode?: ErrorCode;
  error?: string;
  verdict?: Verdict;
  /** Its reviewed side when the scan began; absent for artifacts, and when no tip could be read. */
  reviewed?: Pick<ReviewedSide, 'branch' | 'tip' | 'headIsReviewed' | 'base'>;
  /** Later judgments of its assessment, oldest first; the first verdict is kept. */
  judgments?: Judgment[];
  /** Grows with every judgment; guards against one that was decided from older ones. */
  judgmentsVersion?: number;
  /** The judgment of what the commit changes, when a base was named. */
  pullRequestCheck?: PullRequestCheck;
  /** The units of its base that this scan assessed. */
  baseUnits?: BaseUnit[];
  /** The earlier scan whose assessment of that base it continues, in that one's payload. */
  baseAssessedIn?: string;
  /** Its shard of the due queue, while something is left to do: run, end, refund. */
  dueQueue?: string;
  /** When the sweep picks it up. */
  dueAt?: Instant;
  /** Since when the git host does not tell whether its commit is newer than the followed one; it is asked again. */
  unfollowedSince?: Instant;
  /** Units that are still to be refunded after the scan ended. */
  refundsDue?: string[];
}

/** A unit of the base of a comparison. */
export type BaseUnit = Pick<ScanUnit, 'projectUnitId' | 'path' | 'type'>;

/**
 * The assessed base of comparisons, shared by all scans with the same base, types and engine versions. It is in the
 * payload of the scan that assessed it.
 */
export interface BaseScan {
  organizationId: string;
  repositoryId: string;
  digest: string;
  commitHash: string;
  /** The scan that assesses it, or whose own commit it is. */
  scanId: string;
  /** `own`: the commit of that scan; `compared`: the base of that scan. */
  origin: 'own' | 'compared';
  assessedIn?: Scan['baseAssessedIn'];
  /** `stuck`: the last scan that continued it assessed nothing more. */
  state: 'scanning' | 'completed' | 'stuck';
  units: BaseUnit[];
  /** When another scan may take it over. */
  expiresAt: Instant;
}

/** The ways in which scans are looked up; each is a list of its own, newest first. */
export type ScanLookup = 'commit' | 'branch' | 'repository' | 'verdict';

/** The entry of a scan in one of these lists. It is written once and never changes (docs/adr/0034-scan-lists.md). */
export interface ScanListing {
  organizationId: string;
  lookup: ScanLookup;
  /** The value that is looked up, in a form that fits a key. */
  value: string;
  scanId: string;
  repositoryId: string;
  commitHash: string;
  branch?: string;
}
