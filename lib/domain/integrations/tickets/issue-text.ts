/**
 * A part of a line. `text` and `link` are written by the service; `code` may come from repositories, packages and
 * advisories, and is shown literally, whatever markup it imitates.
 */
export type IssuePart = { text: string } | { code: string } | { link: string; text: string };

export type IssueBlock = { paragraph: readonly IssuePart[] } | { list: readonly (readonly IssuePart[])[] };

/** The text of an issue, whatever the markup of its tracker. */
export interface IssueText {
  /** One line without markup, which mentions no user. */
  title: string;
  blocks: readonly IssueBlock[];
  /** The name by which the issue is found again; it is the last line, or a label. */
  marker: string;
}
