import type { CommitFile, CommitLimits, FetchedCommit } from './commit.ts';
import { GitFailure } from './git-failure.ts';
import { commitBytes, gaps, ObjectWalk, withinLength, type PathKinds } from './history/object-walk.ts';
import type { ObjectFormat, ObjectStore } from './object-format.ts';
import { parentsFirst } from './parents-first.ts';

/** The commits after the known ones up to a head. */
export interface RangeQuestion {
  head: string;
  /** These commits and their ancestors are excluded. */
  known: readonly string[];
  limits: CommitLimits & { commits: number };
  format: ObjectFormat;
  /** The limit of all inflated and reconstructed bytes. */
  workBytes: number;
  /** The commits whose parents the repository does not have. */
  cut?: readonly string[];
  /** Whether no object of the range may be missing; otherwise the store leaves out the objects of known commits. */
  isWhole?: boolean;
}

/**
 * The files that commits of a range added, at each path that they had and where its head does not have them. Each path
 * begins with the commit's id.
 */
export interface FetchedRange extends Pick<FetchedCommit, 'files' | 'skipped'> {
  /** The visited commits, complete when `files` is exhausted. */
  commits: string[];
  /** The reasons why parts were not read; empty when all were, complete when `files` is exhausted. */
  unread: string[];
}

/** The history of the known commits, as far as a repository on this disk has it. */
const knownCommits = 500_000;

/**
 * The maximum number of directories that a range adds: each is read at every path, and a commit can have very many
 * paths.
 */
const addedTrees = 100_000;

/** Each path of one file counts separately, because rules, suppressions and waivers depend on it. */
const everyPlace: PathKinds = { file: (path) => path, folder: (path) => path };

class RangeWalk extends ObjectWalk {
  readonly commits: string[] = [];
  readonly skipped: FetchedCommit['skipped'] = [];
  readonly #question: RangeQuestion;
  readonly #cut: ReadonlySet<string>;
  #files = 0;
  #bytes = 0;
  #isFull = false;

  constructor(store: ObjectStore, question: RangeQuestion, signal: AbortSignal) {
    super(store, { isWhole: question.isWhole ?? false, signal, kinds: everyPlace });
    this.#question = question;
    this.#cut = new Set(question.cut);
  }

  async *run(): AsyncGenerator<CommitFile> {
    const { head, known, limits } = this.#question;
    const reviewed = await this.#historyOf(known);
    for (const commit of known) await this.know(commit);
    const range = await this.#range(head, reviewed);
    // The range did not add the files that it started with.
    for (const parent of [...range.values()].flat()) if (!range.has(parent)) await this.know(parent);
    // What the range added and moved is looked at under each former name: rules may find nothing under that of the head.
    this.treesLeft = addedTrees;
    await this.see(head);
    this.treesLeft = addedTrees;
    const newest = [...range.keys()].slice(0, limits.commits);
    for (const commit of newest) this.commits.push(commit);
    // The oldest commits come first, so that a file belongs to the commit that added it.
    for (const commit of parentsFirst(newest, range)) {
      yield* this.#added(commit);
      if (this.#isFull) return;
    }
  }

  #stop(gap: string): void {
    this.tell(gap);
    this.#isFull = true;
  }

  /** Returns the parents of the commits of the range, the newest first, and at most one more than the limit. */
  async #range(head: string, without: ReadonlySet<string>): Promise<Map<string, string[]>> {
    const { commits } = this.#question.limits;
    const range = new Map<string, string[]>();
    const read = (id: string): Buffer | undefined => this.contentOf(id, 'commit');
    for await (const [commit, parents] of this.commitsOf([head], { without, read })) {
      range.set(commit, parents);
      if (this.#cut.has(commit)) this.tell(gaps.cut);
      if (range.size <= commits) continue;
      this.tell(`more than ${commits} commits`);
      break;
    }
    return range;
  }

  async #historyOf(tips: readonly string[]): Promise<Set<string>> {
    const history = new Set<string>(tips);
    const read = (id: string): Buffer | undefined => {
      const object = this.store.read(id, commitBytes);
      return object && object !== 'too_large' && object.type === 'commit' ? object.content : undefined;
    };
    for (const tip of tips)
      for await (const [commit] of this.commitsOf([tip], { without: new Set(), read })) {
        history.add(commit);
        if (history.size > knownCommits)
          throw new GitFailure('too_large', `The history has more than ${knownCommits} commits.`);
      }
    return history;
  }

  async *#added(commit: string): AsyncGenerator<CommitFile> {
    const { files, fileBytes, totalBytes, pathLength } = this.#question.limits;
    for await (const { path: inside, id } of this.entriesOf(commit)) {
      const path = `${commit}/${withinLength(inside, pathLength)}`;
      const blob = this.store.read(id, fileBytes);
      if (blob === undefined && this.isWhole) this.tell(gaps.missing);
      if (blob === undefined || (blob !== 'too_large' && blob.type !== 'blob')) continue;
      if (blob === 'too_large') {
        this.skipped.push({ path, reason: 'too_large' });
        continue;
      }
      this.#files += 1;
      this.#bytes += blob.content.length;
      if (this.#files > files) this.#stop(`more than ${files} files`);
      else if (this.#bytes > totalBytes) this.#stop(`more than ${totalBytes} bytes`);
      else yield { path, content: blob.content };
      if (this.#isFull) return;
    }
  }
}

async function* closing(files: AsyncIterable<CommitFile>, store: ObjectStore): AsyncGenerator<CommitFile> {
  try {
    yield* files;
  } finally {
    store.close();
  }
}

/**
 * Yields the files that commits after the known ones added and that the head does not have at the same path. Closes the
 * store when the walk ends. @throws GitFailure `invalid_repository`, `too_large` while walking.
 */
export const walkRange = (store: ObjectStore, question: RangeQuestion, signal: AbortSignal): FetchedRange => {
  const walk = new RangeWalk(store, question, signal);
  return {
    files: closing(walk.run(), store),
    skipped: walk.skipped,
    commits: walk.commits,
    unread: walk.unread,
  };
};
