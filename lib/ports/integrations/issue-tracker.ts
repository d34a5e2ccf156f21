import type { Instant } from '@scangate/domain/records';
import type { Connection, Provider } from './provider.ts';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';

/** The identifiers of an issue at its tracker. */
export interface IssueRef {
  externalId: string;
  /** The address at which a person reads it. */
  url: string;
}

/** The text and the state of an issue. */
interface IssueContent {
  /** If absent, the text stays as it is. */
  text?: IssueText | undefined;
  state: 'open' | 'closed';
}

/** The state of an issue; `moved` means to another project, where it is left alone. */
export type IssueState = 'open' | 'closed' | 'moved' | 'deleted';

/** The data by which an issue is found again when the response to its creation was lost. */
export interface IssueClaim {
  /** `scangate:` and 16 hexadecimal digits. */
  marker: string;
  /** The id of the issue at a tracker whose clients choose it. */
  issueId: string;
  claimedAt: Instant;
  /** The author as whom the claim's credential wrote; the credential may have been replaced since. */
  author?: string | undefined;
}

/**
 * A project at an issue tracker. Each call may throw a ProviderFailure; that of `create` has `mayBeDone` when the issue
 * may exist.
 */
export interface IssueTracker {
  create(claim: IssueClaim, text: IssueText): Promise<IssueRef>;
  /** The author as whom the credential writes; undefined for trackers whose issues are found by their id. */
  author(): Promise<string | undefined>;
  /** Searches for the issue of a claim among those that its author has created since. */
  find(claim: IssueClaim): Promise<IssueRef | undefined>;
  /** An issue whose text does not end in the marker is not ours: it counts as moved. */
  read(externalId: string, marker: string): Promise<IssueState>;
  /** Sets the text and state of an issue; doing it twice has the same result. */
  write(externalId: string, content: IssueContent): Promise<void>;
}

/** A provider of issues. */
export interface TrackerProvider extends Provider {
  /** Opens the project of an integration. */
  open(connection: Connection): IssueTracker;
}
