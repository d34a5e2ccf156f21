import { setImmediate } from 'node:timers/promises';
import { damagedRepository } from './damaged-repository.ts';
import { GitFailure } from './git-failure.ts';
import type { ObjectFormat, ObjectStore } from './object-format.ts';
import { treeOfCommit } from './tree.ts';

/** The commits that may be the tip or its ancestors. */
export interface AncestryQuestion {
  tip: string;
  commits: readonly string[];
  format: ObjectFormat;
  /** See PackFile. */
  workBytes: number;
}

const commitBytes = 1024 * 1024;
/** The limit of commits that are visited; their ids take about 100 MB. */
export const maxCommits = 500_000;
/** The number of commits between two yields to the event loop. */
const commitsPerTurn = 256;

const parentLine = /^parent ([0-9a-f]+)$/;

/** Returns the parents of a commit. @throws GitFailure `invalid_repository` for a text that git does not write. */
export const parentsOfCommit = (content: Buffer, format: ObjectFormat): string[] => {
  treeOfCommit(content, format);
  const digits = format.idBytes * 2;
  const parents: string[] = [];
  for (let at = 'tree \n'.length + digits; ; at += 'parent \n'.length + digits) {
    const line = content.toString('latin1', at, at + 'parent '.length + digits);
    const id = parentLine.exec(line)?.[1];
    if (id === undefined) return parents;
    parents.push(id);
  }
};

/**
 * Walks the history of a tip, as far as a store has it, and returns the commits that are the tip or its ancestors.
 * Each step is verified by the hash of a commit, which covers the ids of its parents. A commit whose descendants are
 * all there need not be in the store itself.
 * @throws GitFailure `too_large` beyond the limit of commits.
 */
export const findAncestors = async (
  store: ObjectStore,
  { tip, commits, format }: AncestryQuestion,
  signal: AbortSignal,
): Promise<string[]> => {
  const sought = new Set(commits);
  const found = new Set<string>();
  const seen = new Set([tip]);
  const waiting = [tip];
  for (let next = waiting.pop(); next !== undefined && found.size < sought.size; next = waiting.pop()) {
    if (sought.has(next)) found.add(next);
    const commit = store.read(next, commitBytes);
    if (commit !== undefined && (commit === 'too_large' || commit.type !== 'commit'))
      throw damagedRepository('a commit is none');
    for (const parent of commit ? parentsOfCommit(commit.content, format) : [])
      if (!seen.has(parent)) {
        seen.add(parent);
        waiting.push(parent);
      }
    if (seen.size > maxCommits)
      throw new GitFailure('too_large', `The history has more than ${maxCommits} commits.`);
    if (seen.size % commitsPerTurn === 0) await setImmediate();
    signal.throwIfAborted();
  }
  return [...found];
};
