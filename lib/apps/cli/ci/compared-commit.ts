import type { CiGit } from './ci-context.ts';

interface Comparison {
  head: string | undefined;
  /** The revisions that may name the target commit, best first. */
  target: readonly string[];
  /** The name of the target for people. */
  targetName: string;
  /** A sentence about how to get the whole history. */
  cure: string;
}

/** The revisions of a branch on the remote, otherwise in the clone. */
export const revisionsOfBranch = (branch: string): string[] => [
  `refs/remotes/origin/${branch}`,
  `refs/heads/${branch}`,
];

/**
 * Finds the commit from which a change started, which is the newest common ancestor. A shallow clone may hide it
 * behind an older one, so none is determined from such a clone.
 */
export const comparedCommit = (
  git: CiGit,
  { head, target, targetName, cure }: Comparison,
): { base?: string; notes: string[] } => {
  const without = (why: string) => ({ notes: [`There is no commit to compare with: ${why} ${cure}`] });
  if (head === undefined) return { notes: [] };
  if (git.isShallow()) return without('the clone is shallow.');
  const tip = target.map((revision) => git.resolve(revision)).find((hash) => hash !== undefined);
  if (tip === undefined) return without(`the clone does not have ${targetName}.`);
  const base = git.mergeBase(tip, head);
  return base === undefined
    ? without(`the clone has no common ancestor with ${targetName}.`)
    : { base, notes: [] };
};
