import type { Instant } from '@scangate/domain/records';
import type { Connection, Provider } from './provider.ts';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';

/** The names of an issue at its tracker. */
export interface IssueRef {
  externalId: string;
  /** The address at which a person reads it. */
  url: string;
}

/** The text and the state of an issue. */
interface IssueContent {
  /** The text stays as it is when this is absent. */
  text?: IssueText | undefined;
  state: 'open' | 'closed';
}

/** The state of an issue; `moved` is to another project, where it is left alone. */
export type IssueState = 'open' | 'closed' | 'moved' | 'deleted';

/** The name under which an issue is found again when the answer to its creation was lost. */
export interface IssueClaim {
  /** `scangate:` and 16 hexadecimal digits. */
  marker: string;
  /** The id of the issue at a tracker that lets its client choose it. */
  issueId: string;
  claimedAt: Instant;
  /** The author that the credential of the claim wrote as; the credential may have been replaced since. */
  author?: string | undefined;
}

/**
 * A project at an issue tracker. Each call may throw a ProviderFailure; that of `create` has `mayBeDone` when the issue
 * may exist.
 */
export interface IssueTracker {
  create(claim: IssueClaim, text: IssueText): Promise<IssueRef>;
  /** The author that the credential writes as; undefined where issues are found by their id. */
  author(): Promise<string | undefined>;
  /** Looks for the issue of a claim among those that its author made since. */
  find(claim: IssueClaim): Promise<IssueRef | undefined>;
  /** An issue whose text does not end in the marker is not ours: it counts as moved. */
  read(externalId: string, marker: string): Promise<IssueState>;
  /** Makes an issue say this; doing it twice is doing it once. */
  write(externalId: string, content: IssueContent): Promise<void>;
}

/** A provider of issues. */
export interface TrackerProvider extends Provider {
  /** Opens the project of an integration. */
  open(connection: Connection): IssueTracker;
}
