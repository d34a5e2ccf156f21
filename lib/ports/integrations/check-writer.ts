import type { CheckResult } from '@scangate/domain/integrations/checks/judge-check';
import type { CheckAnnotation } from '@scangate/domain/integrations/checks/check-annotations';
import type { CheckApi, Instant, Repository } from '@scangate/domain/records';
import type { OpenedCredential } from '../git-sources.ts';

/** The result of a commit as its host is to show it. */
export interface WrittenResult extends CheckResult {
  commitHash: string;
  /** Identifies the result: writing it again adds nothing. */
  scanId: string;
  finishedAt: Instant;
  /** Markdown, for hosts that have room for it. */
  text: string;
  annotations: readonly CheckAnnotation[];
}

/** A comment on a pull request or merge request. */
export interface WrittenComment {
  number: number;
  /** Markdown; the writer puts the marker in front. */
  text: string;
  /** The comment to edit; without it, or when it was deleted, the writer searches for its own comment by the marker. */
  externalId?: string;
}

/**
 * A repository at its host. Each call may throw a ProviderFailure; that of `writeComment` has `mayBeDone` when the
 * comment may have been made.
 */
export interface CheckWriter {
  writeResult(result: WrittenResult): Promise<void>;
  /** @returns the id of the comment. */
  writeComment(comment: WrittenComment): Promise<string>;
  /** The maximum length of a comment at the host, its marker included. */
  commentRoom: number;
  /** Whether the host accepts, with this credential, a report and findings at their lines in addition to a result. */
  takesReport: boolean;
}

/** The target of a writer: the host, the name of the repository there, and the opened credential. */
export interface CheckTarget extends Pick<Repository, 'url' | 'fullName'> {
  api: CheckApi;
  credential: OpenedCredential;
}

/** Opens the host of a repository for writing. */
export interface CheckWriters {
  open(target: CheckTarget): CheckWriter;
}
