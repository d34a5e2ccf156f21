import { setImmediate } from 'node:timers/promises';
import { SourceFailure, type FetchedCommit, type SourceEntry, type SourceLimits } from '../ports/sources.ts';
import { damagedRepository } from './damaged-repository.ts';
import type { ObjectStore } from './object-format.ts';
import { treeEntries, treeOfCommit, type TreeEntry } from './tree.ts';

const commitBytes = 1024 * 1024;
/** A directory of this size has hundreds of thousands of entries. */
const treeBytes = 16 * 1024 * 1024;

/** Directories stay open from the root down to where the walk is. */
const openTreeBytes = 64 * 1024 * 1024;
/** How many steps are taken before others get a turn. */
const stepsPerTurn = 256;

const isControl = (text: string): boolean =>
  [...text].some((character) => character < ' ' || (character >= '\u007f' && character < '\u00a0'));

type Reason = FetchedCommit['skipped'][number]['reason'];

/** Whether a name can stand in a path that nobody misreads: no traversal, no separator, no repository inside. */
const isSafeName = (name: string): boolean =>
  !['', '.', '..'].includes(name) && name.toLowerCase() !== '.git' && !/[/\\]/.test(name) && !isControl(name);

export const noSuchCommit = (): SourceFailure =>
  new SourceFailure('branch_or_commit_not_found', 'The repository has no such commit.');

/** @throws SourceFailure `branch_or_commit_not_found` when the id is not that of a commit that is here. */
const rootTreeOf = (store: ObjectStore, commitHash: string): string => {
  const commit = store.read(commitHash, commitBytes);
  if (commit === undefined || (commit !== 'too_large' && commit.type !== 'commit')) throw noSuchCommit();
  if (commit === 'too_large') throw damagedRepository('a commit is too long');
  return treeOfCommit(commit.content, store.format);
};

/** One walk over a commit's files, in path order; keeps count against the limits. */
class Walk {
  readonly skipped: FetchedCommit['skipped'] = [];
  readonly #store: ObjectStore;
  readonly #limits: SourceLimits;
  #files = 0;
  #directories = 0;
  #totalBytes = 0;
  #openBytes = 0;

  constructor(store: ObjectStore, limits: SourceLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** The entries of a directory that may be looked at; the others are named in `skipped`. */
  *entriesOf(treeId: string, directory: string): Generator<TreeEntry & { path: string }> {
    const tree = this.#openTree(treeId);
    const names = new Set<string>();
    for (const entry of treeEntries(tree, this.#store.format)) {
      const path = `${directory}${entry.name ?? '\u{fffd}'}`;
      const refused = this.#refusalOf(entry, path, names);
      if (refused || entry.kind !== 'tree') this.#countFile();
      if (refused) this.skipped.push({ path: path.slice(0, this.#limits.pathLength), reason: refused });
      else yield { ...entry, path };
      if (entry.name !== undefined) names.add(entry.name);
    }
    this.#openBytes -= tree.length;
  }

  /** The file's content, or undefined when it is too large and was named in `skipped`. */
  contentOf(entry: { id: string; path: string }): Buffer | undefined {
    const blob = this.#store.read(entry.id, this.#limits.fileBytes);
    if (blob === 'too_large' || (blob === undefined && this.#store.omitsLargeFiles)) {
      this.skipped.push({ path: entry.path, reason: 'too_large' });
      return undefined;
    }
    if (blob?.type !== 'blob') throw damagedRepository('a file of the commit is missing');
    this.#totalBytes += blob.content.length;
    if (this.#totalBytes > this.#limits.totalBytes)
      throw new SourceFailure(
        'source_too_large',
        `The commit's files are larger than ${this.#limits.totalBytes} bytes together.`,
      );
    return blob.content;
  }

  #openTree(treeId: string): Buffer {
    this.#directories += 1;
    if (this.#directories > this.#limits.files + 1) throw tooMany('directories', this.#limits.files);
    const tree = this.#store.read(treeId, treeBytes);
    if (tree !== undefined && tree !== 'too_large' && tree.type !== 'tree')
      throw damagedRepository('a directory is none');
    if (tree === undefined) throw damagedRepository('a directory is missing');
    if (tree === 'too_large') throw tooMany('entries in a directory', this.#limits.files);
    this.#openBytes += tree.content.length;
    if (this.#openBytes > openTreeBytes) throw tooMany('entries in nested directories', this.#limits.files);
    return tree.content;
  }

  #refusalOf(entry: TreeEntry, path: string, names: Set<string>): Reason | undefined {
    const isUnsafe = entry.name === undefined || names.has(entry.name) || !isSafeName(entry.name);
    if (isUnsafe || path.length > this.#limits.pathLength) return 'path_unsafe';
    return entry.kind === 'link' || entry.kind === 'submodule' ? entry.kind : undefined;
  }

  #countFile(): void {
    this.#files += 1;
    if (this.#files > this.#limits.files) throw tooMany('files', this.#limits.files);
  }
}

const tooMany = (what: string, limit: number): SourceFailure =>
  new SourceFailure('source_too_large', `The commit has more than ${limit} ${what}.`);

async function* filesOf(
  walk: Walk,
  rootTree: string,
  store: ObjectStore,
  signal: AbortSignal,
): AsyncGenerator<SourceEntry> {
  try {
    const open = [walk.entriesOf(rootTree, '')];
    let steps = 0;
    for (let directory = open.at(-1); directory; directory = open.at(-1)) {
      steps += 1;
      if (steps % stepsPerTurn === 0) await setImmediate();
      signal.throwIfAborted();
      const { value: entry, done } = directory.next();
      if (done) open.pop();
      else if (entry.kind === 'tree') open.push(walk.entriesOf(entry.id, `${entry.path}/`));
      else {
        const content = walk.contentOf(entry);
        if (content) yield { path: entry.path, content };
      }
    }
  } finally {
    store.close();
  }
}

/**
 * The files of a commit in path order, each read when it is asked for. Closes the store when the walk ends.
 * @throws SourceFailure `branch_or_commit_not_found`; while walking `source_invalid`, `source_too_large`.
 */
export const walkCommit = (
  store: ObjectStore,
  commitHash: string,
  limits: SourceLimits,
  signal: AbortSignal,
): FetchedCommit => {
  try {
    const rootTree = rootTreeOf(store, commitHash);
    const walk = new Walk(store, limits);
    return { files: filesOf(walk, rootTree, store, signal), skipped: walk.skipped };
  } catch (error) {
    store.close();
    throw error;
  }
};
