import { GitFailure } from '../git-failure.ts';
import type { ObjectStore } from '../object-format.ts';
import { parentsFirst } from '../parents-first.ts';
import { commitBytes, gaps, ObjectWalk } from './object-walk.ts';

/** The commits after the known ones up to these heads. A known commit and its ancestors are not part of it. */
export interface HistorySlice {
  heads: readonly string[];
  known: readonly string[];
}

/** A history in slices, each of which comes after those on which it builds. */
export interface HistoryPlan {
  commits: number;
  slices: HistorySlice[];
  /** The reasons why parts are in no slice; empty when all commits are. */
  unread: string[];
}

export interface HistoryQuestion {
  /** The commits of branches and tags, and tags themselves. */
  tips: readonly string[];
  /** These commits and their ancestors are not divided; without known commits, all are. */
  known?: readonly string[];
  limits: { commits: number; slices: number; commitsPerSlice: number };
  /** The limit of all inflated and reconstructed bytes. */
  workBytes: number;
  /** The commits whose parents the repository does not have. */
  cut?: readonly string[];
}

const noCommit = 'branches or tags that name no commit';
const tagsInRow = 5;
const objectLine = /^object ([0-9a-f]{40}(?:[0-9a-f]{24})?)\n/;

class HistoryWalk extends ObjectWalk {
  /** Returns the commit that a branch or a tag names, following tags of tags. */
  commitOf(tip: string): string | undefined {
    let id = tip;
    for (let step = 0; step <= tagsInRow; step += 1) {
      const object = this.store.read(id, commitBytes);
      if (object === 'too_large') return void this.tell(gaps.large);
      if (object?.type === 'commit') return id;
      const next = object?.type === 'tag' ? objectLine.exec(object.content.toString('latin1', 0, 80)) : null;
      if (next?.[1] === undefined) break;
      id = next[1];
    }
    return void this.tell(noCommit);
  }
}

/** Describes consecutive commits by their first and last ones. */
const sliceOf = (
  commits: readonly string[],
  { parents, before }: { parents: ReadonlyMap<string, readonly string[]>; before: ReadonlySet<string> },
): HistorySlice => {
  const own = new Set(commits);
  const inner = new Set<string>();
  const known = new Set<string>();
  for (const commit of commits)
    for (const parent of parents.get(commit) ?? [])
      if (own.has(parent)) inner.add(parent);
      else if (parents.has(parent) || before.has(parent)) known.add(parent);
  return { heads: commits.filter((commit) => !inner.has(commit)), known: [...known] };
};

/**
 * Divides the history of some tips into slices, parents first. The history is defined by the ids of commits alone:
 * grafts and replaced objects are ignored. Closes the store.
 * @throws GitFailure `too_large` beyond the limit of commits, `invalid_repository`.
 */
export const planHistory = async (
  store: ObjectStore,
  { tips, known = [], limits, cut = [] }: HistoryQuestion,
  signal: AbortSignal,
): Promise<HistoryPlan> => {
  const walk = new HistoryWalk(store, { isWhole: true, signal });
  try {
    const starts = [...new Set(tips.flatMap((tip) => walk.commitOf(tip) ?? []))];
    const parents = new Map<string, string[]>();
    const before = new Set(known);
    const read = (id: string): Buffer | undefined => walk.contentOf(id, 'commit');
    for await (const [commit, found] of walk.commitsOf(starts, { without: before, read })) {
      parents.set(commit, found);
      if (parents.size > limits.commits)
        throw new GitFailure('too_large', `The history has more than ${limits.commits} commits.`);
    }
    if (cut.some((commit) => parents.has(commit))) walk.tell(gaps.cut);
    const ordered = parentsFirst(parents.keys(), parents);
    const size = Math.max(limits.commitsPerSlice, Math.ceil(ordered.length / limits.slices));
    const slices: HistorySlice[] = [];
    for (let start = 0; start < ordered.length; start += size)
      slices.push(sliceOf(ordered.slice(start, start + size), { parents, before }));
    return { commits: ordered.length, slices, unread: walk.unread };
  } finally {
    store.close();
  }
};
