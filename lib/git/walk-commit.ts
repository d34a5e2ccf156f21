import { setImmediate } from 'node:timers/promises';
import { damagedRepository } from './damaged-repository.ts';
import { sameFileTest, selectorOf, selectsLinks, type FileSelection } from './file-selection.ts';
import type { ObjectStore } from './object-format.ts';
import { treeEntries, treeOfCommit, type TreeEntry } from './tree.ts';
import { GitFailure } from './git-failure.ts';
import type { CommitLimits, CommitFile, CommitListing, FetchedCommit, SkippedEntry } from './commit.ts';

const commitBytes = 1024 * 1024;
/** A directory of this size has hundreds of thousands of entries. */
const treeBytes = 16 * 1024 * 1024;

/** The limit of the trees that are open between the root and the current directory. */
const openTreeBytes = 64 * 1024 * 1024;
/** The longest text of a link, and the limit of all texts of links. Systems have shorter paths. */
const linkBytes = 4096;
const linksBytes = 2 * 1024 * 1024;
/** The number of steps between two yields to the event loop. */
const stepsPerTurn = 256;

const isControl = (text: string): boolean =>
  [...text].some((character) => character < ' ' || (character >= '\u007f' && character < '\u00a0'));

type Reason = FetchedCommit['skipped'][number]['reason'];

/** Returns whether a name is safe in a path: no traversal, no separator, no nested repository. */
export const isSafeName = (name: string): boolean =>
  !['', '.', '..'].includes(name) && name.toLowerCase() !== '.git' && !/[/\\]/.test(name) && !isControl(name);

export const noSuchCommit = (): GitFailure =>
  new GitFailure('commit_not_found', 'The repository has no such commit.');

/** Returns the root tree of a commit. @throws GitFailure `commit_not_found` when the id is not that of a present commit. */
const rootTreeOf = (store: ObjectStore, commitHash: string): string => {
  const commit = store.read(commitHash, commitBytes);
  if (commit === undefined || (commit !== 'too_large' && commit.type !== 'commit')) throw noSuchCommit();
  if (commit === 'too_large') throw damagedRepository('a commit is too long');
  return treeOfCommit(commit.content, store.format);
};

/** Walks over the files of a commit in path order and counts them against the limits. */
class Walk {
  readonly skipped: FetchedCommit['skipped'] = [];
  /** The entries that are in `skipped` because of what their directory says. */
  readonly refused: CommitListing['refused'] = [];
  readonly same: string[] = [];
  /** The links among the skipped entries, and the ids of their texts. */
  readonly links: { id: string; entry: SkippedEntry }[] = [];
  readonly #store: ObjectStore;
  readonly #limits: CommitLimits;
  #files = 0;
  #directories = 0;
  #totalBytes = 0;
  #openBytes = 0;
  #linksBytes = 0;

  constructor(store: ObjectStore, limits: CommitLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Yields the acceptable entries of a directory; the others are listed in `skipped`. */
  *entriesOf(treeId: string, directory: string): Generator<TreeEntry & { path: string }> {
    const tree = this.#openTree(treeId);
    const names = new Set<string>();
    for (const entry of treeEntries(tree, this.#store.format)) {
      const path = `${directory}${entry.name ?? '\u{fffd}'}`;
      const refused = this.#refusalOf(entry, path, names);
      if (refused || entry.kind !== 'tree') this.#countFile();
      if (refused) this.#refuse(entry, path.slice(0, this.#limits.pathLength), refused);
      else yield { ...entry, path };
      if (entry.name !== undefined) names.add(entry.name);
    }
    this.#openBytes -= tree.length;
  }

  /** Reads a file, or returns undefined when it is too large and listed in `skipped`. */
  contentOf(entry: { id: string; path: string }): Buffer | undefined {
    const blob = this.#store.read(entry.id, this.#limits.fileBytes);
    if (blob === 'too_large') {
      this.skipped.push({ path: entry.path, reason: 'too_large' });
      return undefined;
    }
    if (blob?.type !== 'blob') throw damagedRepository('a file of the commit is missing');
    this.#totalBytes += blob.content.length;
    if (this.#totalBytes > this.#limits.totalBytes)
      throw new GitFailure(
        'too_large',
        `The commit's files are larger than ${this.#limits.totalBytes} bytes together.`,
      );
    return blob.content;
  }

  /** Reads the texts of the links. One that is too long for a path is told as too large. */
  readLinks(): void {
    for (const { id, entry } of this.links) {
      const blob = this.#store.read(id, linkBytes);
      if (blob === undefined || (blob !== 'too_large' && blob.type !== 'blob'))
        throw damagedRepository('a link of the commit is missing');
      if (blob !== 'too_large') this.#linksBytes += blob.content.length;
      if (blob === 'too_large' || this.#linksBytes > linksBytes) entry.reason = 'too_large';
      else entry.target = blob.content.toString('utf8');
    }
  }

  #refuse({ id, mode }: TreeEntry, path: string, reason: Reason): void {
    const entry: SkippedEntry = { path, reason };
    if (reason === 'link') this.links.push({ id, entry });
    this.skipped.push(entry);
    this.refused.push({ path, id, mode, reason });
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

const tooMany = (what: string, limit: number): GitFailure =>
  new GitFailure('too_large', `The commit has more than ${limit} ${what}.`);

type FileEntry = TreeEntry & { path: string };

/** Yields the entries of all files in path order. */
async function* fileEntries(walk: Walk, rootTree: string, signal: AbortSignal): AsyncGenerator<FileEntry> {
  const open = [walk.entriesOf(rootTree, '')];
  let steps = 0;
  for (let directory = open.at(-1); directory; directory = open.at(-1)) {
    steps += 1;
    if (steps % stepsPerTurn === 0) await setImmediate();
    signal.throwIfAborted();
    const { value: entry, done } = directory.next();
    if (done) open.pop();
    else if (entry.kind === 'tree') open.push(walk.entriesOf(entry.id, `${entry.path}/`));
    else yield entry;
  }
}

interface WalkOptions {
  limits: CommitLimits;
  /** The files to read; all files if absent. */
  selection?: FileSelection | undefined;
  signal: AbortSignal;
}

async function* filesOf(
  walk: Walk,
  rootTree: string,
  { store, selection, signal }: Omit<WalkOptions, 'limits'> & { store: ObjectStore },
): AsyncGenerator<CommitFile> {
  const isSelected = selectorOf(selection);
  const isSame = sameFileTest(selection);
  try {
    for await (const entry of fileEntries(walk, rootTree, signal)) {
      if (isSame(entry)) walk.same.push(entry.path);
      if (!isSelected(entry)) continue;
      const content = walk.contentOf(entry);
      if (content) yield { path: entry.path, content };
    }
    if (selectsLinks(selection)) walk.readLinks();
  } finally {
    store.close();
  }
}

/**
 * Returns the ids of the commit's selected files, and of its links, that a store does not have.
 * @throws GitFailure `commit_not_found`, `invalid_repository`, `too_large`.
 */
export const missingFiles = async (
  store: ObjectStore & { has(id: string): boolean },
  commitHash: string,
  { limits, selection, signal }: WalkOptions,
): Promise<string[]> => {
  const missing = new Set<string>();
  const isSelected = selectorOf(selection);
  const walk = new Walk(store, limits);
  for await (const entry of fileEntries(walk, rootTreeOf(store, commitHash), signal))
    if (isSelected(entry) && !store.has(entry.id)) missing.add(entry.id);
  if (selectsLinks(selection)) for (const { id } of walk.links) if (!store.has(id)) missing.add(id);
  return [...missing];
};

/**
 * Lists all entries of a commit, whose files a store need not have.
 * @throws GitFailure `commit_not_found`, `invalid_repository`, `too_large`.
 */
export const listCommit = async (
  store: ObjectStore,
  commitHash: string,
  { limits, signal }: Omit<WalkOptions, 'selection'>,
): Promise<CommitListing> => {
  const walk = new Walk(store, limits);
  const files: CommitListing['files'] = [];
  for await (const { path, id, mode } of fileEntries(walk, rootTreeOf(store, commitHash), signal))
    files.push({ path, id, mode });
  return { files, refused: walk.refused };
};

/**
 * Yields the selected files of a commit in path order, each read on demand. Closes the store when the walk ends.
 * @throws GitFailure `commit_not_found`; while walking `invalid_repository`, `too_large`.
 */
export const walkCommit = (
  store: ObjectStore,
  commitHash: string,
  { limits, selection, signal }: WalkOptions,
): FetchedCommit => {
  try {
    const rootTree = rootTreeOf(store, commitHash);
    const walk = new Walk(store, limits);
    const files = filesOf(walk, rootTree, { store, selection, signal });
    return { files, skipped: walk.skipped, ...(selection?.differing && { same: walk.same }) };
  } catch (error) {
    store.close();
    throw error;
  }
};
