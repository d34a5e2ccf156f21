import type { KeptResult, Repository, Scan, ScanUnit } from '@scangate/domain/records';
import type { ReuseContext } from '@scangate/domain/scans/reuse/reuse-key';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { RangeFindings } from '@scangate/engines/model/gate/commit-range-findings';
import type { ReviewedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { IgnoreText, ReviewedSide } from '@scangate/engines/model/gate/reviewed-side';
import type { CommitEntries, UnfetchedFile } from '@scangate/engines/model/source-files';
import { ScanFailed, type ErrorCode, type Failure } from '@scangate/engines/model/failure';

/** A credential in clear text, which must never be logged. */
export interface OpenedCredential {
  username?: string;
  /** A password or token, or the private key of an App. */
  secret: string;
  app?: { appId: string; installationId: string };
}

/** A repository and its credential, which is in clear text and must never be logged. */
export interface SourceLocation {
  /** An https URL, or another kind that ALLOWED_SOURCES permits. */
  url: string;
  credential?: OpenedCredential;
}

/**
 * Makes an access token for a repository from the credential of an App; it is valid for an hour at most. @throws
 * SourceFailure
 */
export type AppTokens = (location: Required<SourceLocation>) => Promise<string>;

/** A regular file of a commit. Links, submodules and other entries are skipped, with the text of a link. */
export interface SourceEntry {
  path: string;
  /** Equal for equal contents. */
  id: string;
  content: Uint8Array;
}

interface SourceLimits {
  /** The limit for all files together, uncompressed. */
  totalBytes: number;
  /** A larger file is skipped. */
  fileBytes: number;
  files: number;
  pathLength: number;
}

/** Some files of a commit; a file is selected by the last segment of its path, its path or the id of its content. */
export interface FileSelection {
  names: readonly string[];
  paths: readonly string[];
  ids: readonly string[];
  /** True: the texts of links are read as well, as those of a whole commit are. */
  links?: true;
  /** Every file except these: those with another content, and those at another path. */
  differing?: readonly (readonly [path: string, id: string])[];
}

interface FetchedCommit {
  /** In path order. Each file is read as it is reached; the files can be iterated once. */
  files: AsyncIterable<SourceEntry>;
  /** Complete when `files` is exhausted. */
  skipped: UnfetchedFile[];
  /** The files that a selection of differing ones omits because they are equal, complete when `files` is exhausted. */
  same?: string[];
}

/** The versions of files in a range of commits. The lists are complete when `files` is exhausted. */
interface FetchedRange {
  files: AsyncIterable<Omit<SourceEntry, 'id'>>;
  skipped: UnfetchedFile[];
  commits: readonly string[];
  /** The parts that were not scanned. */
  unread: readonly string[];
}

/** An expected failure of a source; `errorCode` is one of the source's own codes. */
export class SourceFailure extends Error {
  readonly errorCode:
    | Extract<
        ErrorCode,
        'pat_required' | 'repo_access' | 'rate_limit' | 'branch_or_commit_not_found' | 'workflow_timeout'
      >
    | 'source_invalid'
    | 'source_too_large';
  readonly retryAfterSeconds: number | undefined;

  constructor(errorCode: SourceFailure['errorCode'], message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'SourceFailure';
    this.errorCode = errorCode;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Git repositories. Methods throw SourceFailure, even when a host keeps failing. */
export interface Sources {
  /** Checks that a git repository is at the URL and can be read with this credential. */
  verify(location: SourceLocation, signal: AbortSignal): Promise<{ provider: string; defaultBranch: string }>;
  /** Returns the newest commit of a branch. @param branch is its name, or `HEAD` for the default branch. */
  resolveBranch(location: SourceLocation, branch: string, signal: AbortSignal): Promise<string>;
  /** Lists branches by name: those after a name whose name contains a text, in any case. */
  branches(
    location: SourceLocation,
    question: BranchesQuestion['branches'],
    signal: AbortSignal,
  ): Promise<BranchesAnswer>;
  /** Fetches the files of this commit, or some of them. Iterating them may throw the same failures. */
  fetchCommit(
    commit: {
      location: SourceLocation;
      commitHash: string;
      limits: SourceLimits;
      /** The files, or a function that chooses them by the directories of the commit; undefined means all. */
      selection?: FileSelection | ((entries: CommitEntries) => FileSelection | undefined);
      /** Fetches the directories first when few files are chosen; a given selection is always fetched so. */
      treesFirst?: boolean;
      /** Fetches the directories first, so that a commit that is too large is refused before its files. */
      checksSize?: boolean;
    },
    signal: AbortSignal,
  ): Promise<FetchedCommit>;
  /**
   * Fetches the versions of files that commits after known ones added and the head does not have at the same path. Each
   * path begins with the hash of a commit. Iterating them may throw the same failures.
   */
  fetchCommitRange(
    range: {
      location: SourceLocation;
      head: string;
      known: readonly string[];
      limits: SourceLimits & { commits: number };
    },
    signal: AbortSignal,
  ): Promise<FetchedRange>;
  /** Returns the commits among these that are proven to be the tip or its ancestors. */
  ancestorsOf(
    history: { location: SourceLocation; tip: string; commits: readonly string[] },
    signal: AbortSignal,
  ): Promise<string[]>;
}

/** A commit to fetch, and the scan for which it is fetched. The credential is sealed. */
export interface SourceRequest {
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'fullName' | 'url' | 'credential'>;
  scan: Pick<Scan, 'scanId' | 'commitHash' | 'projectUnitId' | 'fullScope' | 'scanTypes'>;
  /** Asks for the reviewed side; absent when it is not needed. */
  reviewed?: {
    /** The branches to which only reviewed changes are merged, the default one first. */
    branches: readonly string[];
    /** The commit with which the scan is compared. */
    base?: string;
  };
  /** The results of earlier scans that its units may reuse; absent when nothing is stored or reused. */
  reuse?: {
    context: ReuseContext;
    /** The stored results of units, by unit id. */
    kept: Readonly<Record<string, readonly KeptResult[]>>;
  };
  /** The rules of the organization, which also run on the reviewed side and the range. */
  customRules?: readonly CustomRule[];
  /** Asks for small archives of units in the response instead of as stored objects. */
  carries?: true;
  /** The number of secrets of the range that may be verified with their providers; absent when none may. */
  rangeChecks?: number;
}

/** A request, and whether a smaller function may handle it because the last scans of all units were small. */
interface SizedSourceRequest extends SourceRequest {
  isSmall?: boolean;
}

/** The report about one unit that the scan covers. */
export interface FetchedUnit extends Required<Pick<ScanUnit, 'projectUnitId' | 'reuseKey' | 'sourceBytes'>> {
  /** The scan whose result the unit reuses; its files were not fetched. */
  reusedFrom?: string;
}

/** Everything that was found in a commit and about it. */
export interface FetchedSource {
  /** All units of the commit. */
  found: readonly ProjectUnit[];
  /** The ids of units with more files than a small function can handle. */
  large: readonly string[];
  /** The archives of units that are not stored, in base64, by unit id. */
  contents?: Readonly<Record<string, string>>;
  /** The ignore files of the commit. */
  ignoreFiles: readonly IgnoreText[];
  /** The units that the scan covers; absent when nothing is stored or reused. */
  units?: readonly FetchedUnit[];
  /** Absent when it was not requested, or cannot be read. */
  reviewed?: ReviewedSide;
  /** The findings of the reviewed side; unknown ones when it cannot be read. */
  reviewedFindings?: ReviewedFindings;
  /** The secrets between the base and the commit; absent without a reviewed base. */
  range?: RangeFindings;
}

/** An expected failure of a fetch, and the units of the commit if it is only too large as a whole. */
export interface RefusedSource {
  failure: Failure;
  /** Set when the fetch ended because its scan had: nobody needs the commit. */
  stopped?: true;
  found?: readonly ProjectUnit[];
}

/** A commit is too large to be fetched, but its units are known: a scan of one of them fetches only its files. */
export class CommitTooLarge extends ScanFailed {
  readonly found: readonly ProjectUnit[];

  constructor({ errorCode, error }: Failure, found: readonly ProjectUnit[]) {
    super(errorCode, error);
    this.found = found;
  }
}

/** A question to the host of a repository. The credential is sealed. */
export interface SourceQuestion {
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>;
  /** A branch to look up. */
  branch?: string | undefined;
}

export interface SourceAnswer {
  provider: string;
  defaultBranch: string;
  /** Whether the branch exists; absent when none was asked for. */
  hasBranch?: boolean;
}

/** Asks for branches of a repository. The credential is sealed. */
export interface BranchesQuestion {
  repository: SourceQuestion['repository'];
  branches: {
    /** A part of the name, in any case. */
    part?: string | undefined;
    /** The name after which the page begins. */
    after?: string | undefined;
    limit: number;
  };
}

/** A page of branches, each with its newest commit. */
export interface BranchesAnswer {
  items: { name: string; commitHash: string }[];
  hasMore: boolean;
}

/** Asks whether a commit of a branch comes after a commit that was on it before. The credential is sealed. */
export interface SuccessionQuestion {
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>;
  branch: string;
  commitHash: string;
  /** The known commit. */
  after: string;
}

/** Asks a host from an isolated place with access to git hosts only: a function of its own, without any table. */
export interface SourceCheck {
  /** Checks that the URL is a git repository that the credential can read. @throws SourceFailure, Transient */
  check(question: SourceQuestion): Promise<SourceAnswer>;
  /**
   * Proves that a commit is newer than a known one: a descendant of it, or on a branch that no longer has the known one.
   * @throws SourceFailure, Transient
   */
  succeeds(question: SuccessionQuestion): Promise<boolean>;
  /** Lists branches as the host has them now. @throws SourceFailure, Transient */
  branches(question: BranchesQuestion): Promise<BranchesAnswer>;
}

/** Fetches sources in an isolated place with access to sources only: a function of its own, without any table. */
export interface SourceFetcher {
  /**
   * Fetches a commit and stores the files of each unit that the scan selects.
   * @throws ScanFailed, Transient
   */
  fetch(request: SizedSourceRequest, signal: AbortSignal): Promise<FetchedSource>;
}
