import { setImmediate } from 'node:timers/promises';
import { parentsOfCommit } from './ancestry.ts';
import type { CommitFile, CommitLimits, FetchedCommit } from './commit.ts';
import { GitFailure } from './git-failure.ts';
import type { ObjectFormat, ObjectStore } from './object-format.ts';
import { treeEntries, treeOfCommit } from './tree.ts';

/** The commits behind the known ones up to a head. */
export interface RangeQuestion {
  head: string;
  /** Neither they nor their ancestors are of interest. */
  known: readonly string[];
  limits: CommitLimits & { commits: number };
  format: ObjectFormat;
  /** The limit of all inflated and reconstructed bytes. */
  workBytes: number;
}

/** The files that commits of a range added and its head does not have. Each path begins with the commit's id. */
export interface FetchedRange extends Pick<FetchedCommit, 'files' | 'skipped'> {
  /** The commits that were looked at, complete when `files` is exhausted. */
  commits: string[];
  /** Why something was not looked at; empty when everything was, complete when `files` is exhausted. */
  unread: string[];
}

const commitBytes = 1024 * 1024;
const treeBytes = 16 * 1024 * 1024;
const stepsPerTurn = 256;
/** The history of what is known, as far as a repository on this disk has it. */
const knownCommits = 500_000;
const deepest = 500;

const contentOf = (store: ObjectStore, id: string, type: 'commit' | 'tree'): Buffer | undefined => {
  const object = store.read(id, type === 'commit' ? commitBytes : treeBytes);
  return object && object !== 'too_large' && object.type === type ? object.content : undefined;
};

const safeName = (name: string | undefined): string =>
  (name ?? '\u{fffd}').replaceAll(/[\\/\p{Cc}]/gu, '\u{fffd}');

class RangeWalk {
  readonly commits: string[] = [];
  readonly unread: string[] = [];
  readonly skipped: FetchedCommit['skipped'] = [];
  readonly #store: ObjectStore;
  readonly #question: RangeQuestion;
  readonly #signal: AbortSignal;
  /** The trees and files that need no look. */
  readonly #seen = new Set<string>();
  #files = 0;
  #bytes = 0;
  #steps = 0;

  constructor(store: ObjectStore, question: RangeQuestion, signal: AbortSignal) {
    this.#store = store;
    this.#question = question;
    this.#signal = signal;
  }

  async *run(): AsyncGenerator<CommitFile> {
    const { head, known, limits } = this.#question;
    const reviewed = await this.#historyOf(known);
    for (const commit of [head, ...known]) await this.#see(commit);
    for await (const commit of this.#commitsOf(head, reviewed)) {
      if (this.commits.length >= limits.commits) {
        this.unread.push(`more than ${limits.commits} commits`);
        return;
      }
      this.commits.push(commit);
      yield* this.#added(commit);
      if (this.unread.length > 0) return;
    }
  }

  async #turn(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % stepsPerTurn === 0) await setImmediate();
    this.#signal.throwIfAborted();
  }

  async *#commitsOf(start: string, without: ReadonlySet<string>): AsyncGenerator<string> {
    const seen = new Set([start]);
    const waiting = [start];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await this.#turn();
      const content = without.has(next) ? undefined : contentOf(this.#store, next, 'commit');
      if (!content) continue;
      yield next;
      for (const parent of parentsOfCommit(content, this.#store.format))
        if (!seen.has(parent)) {
          seen.add(parent);
          waiting.push(parent);
        }
    }
  }

  async #historyOf(tips: readonly string[]): Promise<Set<string>> {
    const history = new Set<string>(tips);
    for (const tip of tips)
      for await (const commit of this.#commitsOf(tip, new Set())) {
        history.add(commit);
        if (history.size > knownCommits)
          throw new GitFailure('too_large', `The history has more than ${knownCommits} commits.`);
      }
    return history;
  }

  /** Yields the files of a commit that were not seen so far, and notes everything as seen. */
  async *#entriesOf(commit: string): AsyncGenerator<{ path: string; id: string }> {
    const content = contentOf(this.#store, commit, 'commit');
    if (!content) return;
    const open = [{ id: treeOfCommit(content, this.#store.format), path: '', depth: 0 }];
    for (let tree = open.pop(); tree; tree = open.pop()) {
      await this.#turn();
      const entries = contentOf(this.#store, tree.id, 'tree');
      // A tree that the host left out is one of a known commit.
      if (!entries) continue;
      for (const { kind, id, name } of treeEntries(entries, this.#store.format)) {
        if (kind === 'link' || kind === 'submodule' || this.#seen.has(id)) continue;
        this.#seen.add(id);
        const path = `${tree.path}${safeName(name)}`;
        if (kind === 'file') yield { path, id };
        else if (tree.depth < deepest) open.push({ id, path: `${path}/`, depth: tree.depth + 1 });
        else this.unread.push('directories that are nested too deeply');
      }
    }
  }

  async #see(commit: string): Promise<void> {
    for await (const _ of this.#entriesOf(commit)) continue;
  }

  async *#added(commit: string): AsyncGenerator<CommitFile> {
    const { files, fileBytes, totalBytes, pathLength } = this.#question.limits;
    for await (const { path: inside, id } of this.#entriesOf(commit)) {
      const path = `${commit}/${inside}`.slice(0, pathLength);
      const blob = this.#store.read(id, fileBytes);
      if (blob === undefined || (blob !== 'too_large' && blob.type !== 'blob')) continue;
      if (blob === 'too_large') {
        this.skipped.push({ path, reason: 'too_large' });
        continue;
      }
      this.#files += 1;
      this.#bytes += blob.content.length;
      if (this.#files > files) this.unread.push(`more than ${files} files`);
      else if (this.#bytes > totalBytes) this.unread.push(`more than ${totalBytes} bytes`);
      else yield { path, content: blob.content };
      if (this.unread.length > 0) return;
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
 * Yields the files that commits behind the known ones added and that the head does not have any more. Closes the store
 * when the walk ends. @throws GitFailure `invalid_repository`, `too_large` while walking.
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
