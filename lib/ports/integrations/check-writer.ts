import type { CheckResult } from '@scangate/domain/integrations/checks/judge-check';
import type { CheckAnnotation } from '@scangate/domain/integrations/checks/check-annotations';
import type { CheckApi, Instant, Repository } from '@scangate/domain/records';
import type { OpenedCredential } from '../sources.ts';

/** The result of a commit, as it is to be seen at its host. */
export interface WrittenResult extends CheckResult {
  commitHash: string;
  /** Names the result: writing it again adds nothing. */
  scanId: string;
  finishedAt: Instant;
  /** Markdown, where the host has room for it. */
  text: string;
  annotations: readonly CheckAnnotation[];
}

/** A comment on a pull request or merge request. */
export interface WrittenComment {
  number: number;
  /** Markdown; the writer puts the marker in front. */
  text: string;
  /** The comment to edit; without it, or when it is gone, the writer looks for its own one by the marker. */
  externalId?: string;
}

/**
 * One repository at its host. Each call may throw a ProviderFailure; that of `writeComment` has `mayBeDone` when the
 * comment may have been made.
 */
export interface CheckWriter {
  writeResult(result: WrittenResult): Promise<void>;
  /** @returns the id of the comment. */
  writeComment(comment: WrittenComment): Promise<string>;
  /** The characters that a comment of the host has room for, its marker included. */
  commentRoom: number;
  /** Whether the host takes a report and findings at their lines beside a result, with this credential. */
  takesReport: boolean;
}

/** Who writes at a repository: its host, its name there, and its opened credential. */
export interface CheckTarget extends Pick<Repository, 'url' | 'fullName'> {
  api: CheckApi;
  credential: OpenedCredential;
}

/** Opens the host of a repository for writing. */
export interface CheckWriters {
  open(target: CheckTarget): CheckWriter;
}
