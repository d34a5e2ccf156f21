/** The files of a commit, by path. */
export type Tree = Record<string, string>;

/** An edit and the findings by which both sides are expected to differ, as `rule or advisory file`. */
export interface EditCase {
  edit: string;
  base: Tree;
  head: Tree;
  introduced?: string[];
  fixed?: string[];
  /** How many findings both sides share. */
  unchanged: number;
}
