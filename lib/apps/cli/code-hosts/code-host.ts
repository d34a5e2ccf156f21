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
  /** Oldest first. */
  comments: readonly HostComment[];
  /** Reads on, unless this is the last page. */
  next?: string;
}

/** A pull request at the host of the code, as one credential sees it. Every method throws HostFailure. */
export interface PullRequestHost {
  /** The name that people know. */
  title: string;
  /** Characters of a comment. */
  room: number;
  /** The first line of the one comment; it is not shown. */
  marker: string;
  /** Whether HTML in a comment is markup, not text. */
  showsHtml: boolean;
  read(page?: string): Promise<CommentPage>;
  create(body: string): Promise<void>;
  edit(id: string, body: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A request that the host of the code did not carry out. The message is for people and holds no credential. */
export class HostFailure extends Error {
  /** The status of the answer; absent without one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'HostFailure';
    this.status = status;
  }
}
