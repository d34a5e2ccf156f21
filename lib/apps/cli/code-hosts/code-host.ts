/** A comment on a pull request. */
export interface HostComment {
  id: string;
  /** Whether the credential in use wrote it. Anybody can write a marker, but not as this author. */
  isOwn: boolean;
  body: string;
}

export interface CommentPage {
  /** The newest commit of the pull request; some hosts abbreviate it. */
  head: string;
  /** The comments of this page, oldest first. */
  comments: readonly HostComment[];
  /** Reads the next page, if there is one. */
  next?: string;
}

/** A pull request at the code host, as seen with one credential. Every method throws HostFailure. */
export interface PullRequestHost {
  /** The product name of the host. */
  title: string;
  /** The maximum number of characters of a comment. */
  room: number;
  /** The first line of the result comment; it is not displayed. */
  marker: string;
  /** Whether HTML in a comment is rendered rather than shown as text. */
  showsHtml: boolean;
  read(page?: string): Promise<CommentPage>;
  create(body: string): Promise<void>;
  edit(id: string, body: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A request that the code host did not carry out. The message is for people and contains no credential. */
export class HostFailure extends Error {
  /** The status of the response; absent without one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'HostFailure';
    this.status = status;
  }
}
